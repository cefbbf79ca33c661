package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.ClaimHeld;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Fenced;
import dev.interlock.runner.execution.CommitResult.Gone;
import dev.interlock.runner.execution.CommitResult.LimitReached;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Basis.Proposal;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.ApprovalRequested;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.InputFrozen;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.RunCounters;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Transition.ClaimChange;
import dev.interlock.runner.operation.Transition.CounterAdd;
import dev.interlock.runner.operation.TransitionPlan;
import dev.interlock.runner.operation.Upstream;
import dev.interlock.runner.policy.ToolContract;
import java.time.Instant;
import java.util.List;

/// Turns a decided call into an operation, in one commit: its identity is claimed, its budgets are
/// counted and, when nothing stands against it, its first attempt is journaled, all at once. When
/// an operation of the same identity exists, that one is the answer.
final class Submission {
  private final Ports ports;
  private final Settings settings;
  private final Lease lease;
  private final UndoableCommit undoing;

  Submission(Ports ports, Settings settings, Commits commits, Lease lease) {
    this.ports = ports;
    this.settings = settings;
    this.lease = lease;
    this.undoing = new UndoableCommit(ports, settings, commits);
  }

  /// What a commit of a new operation led to.
  sealed interface Submitted {
    /// A new operation. When the answer to its commit was lost, it may have moved on meanwhile.
    record Created(Snapshot snapshot) implements Submitted {}

    /// An operation that existed already means the same.
    ///
    /// @param claim by which identity
    record Exists(OperationId holder, Claim claim) implements Submitted {}
  }

  /// Creates the operation that the decision asks for.
  ///
  /// @param budget the run's tightest budget
  /// @param at the journal's time before the decision was made
  /// @throws JournalUnavailableException when it could not be learned in time whether it is
  ///   durable; then this instance withdraws it, unless a peer has taken it over
  /// @throws RunClosedException when the run was closed
  Submitted submit(Call call, Decision decision, RunBudget budget, Instant at) {
    var proposal = new Proposal(ports.identifiers().newOperation(), call, at);
    return switch (decision) {
      case Decision.Refuse(var code, var reason) ->
          end(proposal, budget, List.of(rejected(code, reason, proposal)));
      case Decision.Exhaust(var code, var reason) -> exhausted(proposal, code, reason);
      case Decision.Deny(var frozen, var reason) ->
          end(
              proposal,
              budget,
              List.of(
                  new InputFrozen(frozen.of(proposal)),
                  rejected(ToolErrorCode.FORBIDDEN, reason, proposal)));
      case Decision.Ask(var contract, var frozen, var needed) -> {
        var intent = frozen.of(proposal);
        var request = Starting.request(needed, intent, contract, proposal.at());
        yield create(
            contract,
            intent,
            budget,
            List.of(new InputFrozen(intent), new ApprovalRequested(request)));
      }
      case Decision.Execute(var contract, var frozen) -> {
        var intent = frozen.of(proposal);
        var first = new InputFrozen(intent);
        // Without the lease it could not be sent: its loop waits for that.
        List<OperationEvent> events =
            lease.maySend() ? List.of(first, firstAttempt(contract, intent)) : List.of(first);
        yield create(contract, intent, budget, events);
      }
    };
  }

  private Submitted create(
      ToolContract contract, Intent intent, RunBudget budget, List<OperationEvent> events) {
    var proposal = intent.proposal();
    var claims = Identities.claims(contract, intent);
    var counters = Budgets.of(contract, proposal.call(), budget);
    var result = commit(proposal, events, claims, counters);
    if (hasToWait(result)) {
      // It becomes durable as validated, and its loop tries again.
      result = commit(proposal, List.of(new InputFrozen(intent)), claims, counters);
    }
    return switch (result) {
      case Committed(var snapshot) -> new Submitted.Created(snapshot);
      case ClaimHeld(var claim, var holder) -> new Submitted.Exists(holder, claim);
      case LimitReached(var counter) -> exhausted(proposal, counter);
      case VersionConflict(var moved) -> new Submitted.Created(moved);
      case Fenced(var moved) -> new Submitted.Created(moved);
      case Gone _ -> throw gone(proposal);
    };
  }

  /// A resource lock or the last in-flight place is taken.
  private static boolean hasToWait(CommitResult result) {
    return switch (result) {
      case ClaimHeld(var claim, _) -> claim instanceof Claim.OfResource;
      case LimitReached(var counter) -> counter.startsWith("in_flight/");
      case Committed _, VersionConflict _, Fenced _, Gone _ -> false;
    };
  }

  /// An operation that ends where it begins. It claims its call id alone, so that the same
  /// arguments may be judged anew under another one.
  private Submitted end(Proposal proposal, RunBudget budget, List<OperationEvent> events) {
    var counters = Budgets.ofRefused(proposal.call().runId(), budget);
    return switch (commit(proposal, events, List.of(callClaim(proposal)), counters)) {
      case Committed(var snapshot) -> new Submitted.Created(snapshot);
      case ClaimHeld(var claim, var holder) -> new Submitted.Exists(holder, claim);
      case LimitReached(var counter) -> exhausted(proposal, counter);
      case VersionConflict(var moved) -> new Submitted.Created(moved);
      case Fenced(var moved) -> new Submitted.Created(moved);
      case Gone _ -> throw gone(proposal);
    };
  }

  private Submitted exhausted(Proposal proposal, String counter) {
    var run = proposal.call().runId();
    if (counter.equals(RunCounters.closed(run))) {
      throw new RunClosedException(run);
    }
    var code = Budgets.codeOf(run, counter);
    return exhausted(proposal, code, "the run's %s is used up".formatted(code.wireName()));
  }

  /// Recorded without counting: what is used up cannot be used again.
  private Submitted exhausted(Proposal proposal, ToolErrorCode code, String reason) {
    var event =
        new OutcomeRecorded(
            new ToolOutcome.BudgetExhausted(code, reason), Upstream.NONE, null, proposal.at());
    var open = List.of(Budgets.isOpen(proposal.call().runId()));
    return switch (commit(proposal, List.of(event), List.of(callClaim(proposal)), open)) {
      case Committed(var snapshot) -> new Submitted.Created(snapshot);
      case ClaimHeld(var claim, var holder) -> new Submitted.Exists(holder, claim);
      case LimitReached _ -> throw new RunClosedException(proposal.call().runId());
      case VersionConflict(var moved) -> new Submitted.Created(moved);
      case Fenced(var moved) -> new Submitted.Created(moved);
      case Gone _ -> throw gone(proposal);
    };
  }

  private static IllegalStateException gone(Proposal proposal) {
    return new IllegalStateException(proposal.id() + ": gone before it was created");
  }

  private CommitResult commit(
      Proposal proposal,
      List<OperationEvent> events,
      List<ClaimChange> claims,
      List<CounterAdd> counters) {
    return undoing.commit(
        TransitionPlan.create(
            new CallProposed(proposal),
            events,
            settings.instance(),
            claims,
            counters,
            settings.retention()));
  }

  private AttemptStarted firstAttempt(ToolContract contract, Intent intent) {
    var at = intent.proposal().at();
    var timeout = Conclusions.timeout(contract, intent.limits().deadline(), at);
    return new AttemptStarted(
        ports.identifiers().newKey(),
        1,
        new Ownership(settings.instance(), 1),
        at,
        timeout.toMillis());
  }

  private static ClaimChange callClaim(Proposal proposal) {
    return new ClaimChange.Take(
        new Claim.OfCall(proposal.call().runId(), proposal.call().callId()), null);
  }

  private static OperationEvent rejected(ToolErrorCode code, String reason, Proposal proposal) {
    return new OutcomeRecorded(
        new ToolOutcome.Rejected(code, reason), Upstream.NONE, null, proposal.at());
  }
}
