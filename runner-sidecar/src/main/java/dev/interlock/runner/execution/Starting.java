package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.ClaimHeld;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Fenced;
import dev.interlock.runner.execution.CommitResult.Gone;
import dev.interlock.runner.execution.CommitResult.LimitReached;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Approval;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.ApprovalRequested;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.AuthorizationRechecked;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.TransitionPlan;
import dev.interlock.runner.operation.Upstream;
import dev.interlock.runner.policy.Approvals;
import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Begins the execution of an operation that waited: for a resource lock, for an in-flight place,
/// or for people. Authorization is asked again, of the policy as it is now.
final class Starting {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Ports ports;
  private final Settings settings;
  private final Commits commits;
  private final Lease lease;
  private final Conclusions conclusions;
  private final FactsOf facts;

  Starting(Ports ports, Settings settings, Commits commits, Lease lease, Conclusions conclusions) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
    this.lease = lease;
    this.conclusions = conclusions;
    this.facts = new FactsOf(ports);
  }

  /// Tries to begin, and waits while a lock or an in-flight place is taken.
  ///
  /// @return the operation afterwards; empty when it waits for people
  Optional<Snapshot> advance(Snapshot snapshot, OperationHandle handle) {
    var current = snapshot;
    for (int tries = 1; ; tries++) {
      if (current.state() instanceof AwaitingApproval awaiting && isWaiting(awaiting)) {
        return Optional.empty();
      }
      lease.await(handle, () -> false);
      var owner = owner(current);
      var events = events(current.state(), owner);
      var transition =
          TransitionPlan.append(current, events, owner, List.of(), settings.retention());
      var result = commits.untilKnown(current.state(), transition);
      var landed = Commits.landed(result, transition);
      if (landed.isPresent()) {
        return landed;
      }
      switch (result) {
        case VersionConflict(var other) -> current = stillOurs(current, other);
        case ClaimHeld _, LimitReached _ ->
            handle.await(
                Backoff.delay(FIRST_PAUSE, LONGEST_PAUSE, tries, ports.identifiers().jitter()));
        case Fenced(var other) -> throw new LostOwnershipException(other);
        case Committed _, Gone _ -> throw new LostOwnershipException(null);
      }
      if (!canStart(current.state())) {
        return Optional.of(current);
      }
    }
  }

  private boolean isWaiting(AwaitingApproval awaiting) {
    return !awaiting.isApproved()
        && !awaiting.isDenied()
        && ports.journal().now().isBefore(awaiting.request().expiresAt());
  }

  private static boolean canStart(Operation state) {
    return state instanceof Operation.Validated || state instanceof AwaitingApproval;
  }

  /// Nobody owns an operation that waits for people: the commit that begins it also takes it.
  private Ownership owner(Snapshot current) {
    return current.state() instanceof AwaitingApproval
        ? current.ownership().takenBy(settings.instance())
        : current.ownership();
  }

  private static Snapshot stillOurs(Snapshot mine, Snapshot other) {
    boolean wasNobodys = mine.state() instanceof AwaitingApproval;
    boolean sameEpoch = other.ownership().epoch() == mine.ownership().epoch();
    if (sameEpoch
        && (!wasNobodys
            || other.state() instanceof AwaitingApproval
            || other.state().isTerminal())) {
      return other;
    }
    throw new LostOwnershipException(other);
  }

  /// What the rules make of the operation now.
  private List<OperationEvent> events(Operation state, Ownership owner) {
    var now = ports.journal().now();
    var intent = (Intent) state.basis();
    if (state instanceof AwaitingApproval awaiting && awaiting.isDenied()) {
      return List.of(rejected(ToolErrorCode.APPROVAL_REJECTED, reasonOf(awaiting), now));
    }
    if (state instanceof AwaitingApproval awaiting && !awaiting.isApproved()) {
      return List.of(rejected(ToolErrorCode.APPROVAL_EXPIRED, "nobody decided in time", now));
    }
    if (now.isAfter(intent.limits().deadline())) {
      return List.of(tooLate(now));
    }
    return conclusions
        .contractOf(intent)
        .map(contract -> begin(state, intent, contract, owner, now))
        .orElseGet(() ->
            List.of(
                rejected(ToolErrorCode.TOOL_NOT_ALLOWED, "the policy of this tool is gone", now)));
  }

  private List<OperationEvent> begin(
      Operation state, Intent intent, ToolContract contract, Ownership owner, Instant now) {
    var known = facts.of(intent);
    var events = new ArrayList<OperationEvent>();
    switch (contract.authorize(known)) {
      case Verdict.Denied(var rule, var message) -> {
        events.add(new AuthorizationRechecked(false, rule, now));
        events.add(rejected(ToolErrorCode.FORBIDDEN, message, now));
      }
      case Verdict.Allowed(var rule) -> {
        events.add(new AuthorizationRechecked(true, rule, now));
        events.add(
            approvalMissing(state, intent, contract, known, now)
                .<OperationEvent>map(ApprovalRequested::new)
                .orElseGet(() -> firstAttempt(intent, contract, owner, now)));
      }
    }
    return events;
  }

  /// Approval binds to the policy under which it was asked: under another one it is asked anew.
  private Optional<Approval.Request> approvalMissing(
      Operation state, Intent intent, ToolContract contract, Facts known, Instant now) {
    boolean approved =
        state instanceof AwaitingApproval awaiting
            && awaiting.request().policyHash().equals(contract.ref().hash());
    if (approved) {
      return Optional.empty();
    }
    return switch (contract.approvalFor(known)) {
      case Approvals.NotNeeded _ -> Optional.empty();
      case Approvals.Needed needed -> Optional.of(request(needed, intent, contract, now));
    };
  }

  /// The request for people that a policy's answer means.
  static Approval.Request request(
      Approvals.Needed needed, Intent intent, ToolContract contract, Instant now) {
    return new Approval.Request(
        needed.summary(),
        intent.inputHash(),
        contract.ref().hash(),
        needed.required(),
        needed.users(),
        needed.groups(),
        now.plus(needed.expiresAfter()));
  }

  private OperationEvent firstAttempt(
      Intent intent, ToolContract contract, Ownership owner, Instant now) {
    var timeout = Conclusions.timeout(contract, intent.limits().deadline(), now);
    return new AttemptStarted(ports.identifiers().newKey(), 1, owner, now, timeout.toMillis());
  }

  private static String reasonOf(AwaitingApproval awaiting) {
    return awaiting.decisions().stream()
        .filter(decision -> !decision.granted())
        .findFirst()
        .map(decision ->
            decision.reason() == null
                ? decision.approver() + " said no"
                : decision.approver() + " said no: " + decision.reason())
        .orElse("denied");
  }

  private static OperationEvent tooLate(Instant now) {
    return new OutcomeRecorded(
        new ToolOutcome.BudgetExhausted(
            ToolErrorCode.TIME_BUDGET, "the operation's time was over before it could begin"),
        Upstream.NONE,
        null,
        now);
  }

  private static OperationEvent rejected(ToolErrorCode code, String reason, Instant now) {
    return new OutcomeRecorded(new ToolOutcome.Rejected(code, reason), Upstream.NONE, null, now);
  }
}
