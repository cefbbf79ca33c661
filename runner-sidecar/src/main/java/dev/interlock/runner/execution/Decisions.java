package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Fenced;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Approval;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.ApprovalDecided;
import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.TransitionPlan;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What people decide: approvals, denials, and the end of unknown outcomes. Blocking, from virtual
/// threads.
public final class Decisions {
  private final Ports ports;
  private final Settings settings;
  private final Commits commits;
  private final Executions executions;
  private final Conclusions conclusions;

  Decisions(
      Ports ports,
      Settings settings,
      Commits commits,
      Executions executions,
      Conclusions conclusions) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
    this.executions = executions;
    this.conclusions = conclusions;
  }

  /// Who decides.
  ///
  /// @param name the authenticated or, on the command line, the given name
  /// @param groups the groups that the evidence vouches for
  /// @param evidence where the decision came from: `local`, `status`, `git`
  public record Person(String name, List<String> groups, String evidence) {
    public Person {
      groups = List.copyOf(groups);
    }
  }

  /// The answer to a decision.
  public sealed interface Verdict {
    /// It counts, or the same one counted before.
    record Accepted(Snapshot snapshot) implements Verdict {}

    /// It does not count.
    ///
    /// @param reason why, and what can be done instead
    record NotAccepted(String reason) implements Verdict {}

    /// There is no such operation.
    record NoSuchOperation() implements Verdict {}
  }

  /// Grants or denies the approval that the operation waits for.
  public Verdict approve(OperationId id, Person person, boolean granted, @Nullable String reason) {
    return decide(
        id,
        current ->
            current.state() instanceof AwaitingApproval awaiting
                ? Approving.check(current, person, granted, ports.journal().now())
                    .orElseGet(() ->
                        new Step.Append(
                            List.of(
                                new ApprovalDecided(
                                    decision(awaiting.request(), person, granted, reason))),
                            current.ownership()))
                : new Step.Answer(
                    new Verdict.NotAccepted(
                        "%s is %s, not awaiting approval"
                            .formatted(id, current.state().stateName()))));
  }

  /// Ends an unknown outcome with what the person found out.
  ///
  /// @param result the result as JSON, for `COMMITTED`; absent when there is none
  public Verdict resolve(
      OperationId id,
      Person person,
      Found found,
      @Nullable String result,
      @Nullable String reason) {
    return decide(
        id,
        current ->
            current.state() instanceof OutcomeUnknown unknown
                ? new Step.Append(
                    Resolving.events(
                        unknown,
                        new Resolving.Finding(person.name(), found, result, reason),
                        conclusions.contractOf(unknown.basis()),
                        ports.journal().now()),
                    resolver(current))
                : new Step.Answer(
                    new Verdict.NotAccepted(
                        "%s is %s; only an unknown outcome can be resolved"
                            .formatted(id, current.state().stateName()))));
  }

  /// What to do with a decision, given the operation as it is.
  sealed interface Step {
    /// It is settled without a commit.
    record Answer(Verdict verdict) implements Step {}

    /// These events follow.
    record Append(List<OperationEvent> events, Ownership owner) implements Step {}
  }

  private Verdict decide(OperationId id, Function<Snapshot, Step> step) {
    Optional<Snapshot> found = ports.journal().find(id);
    while (found.isPresent()) {
      var current = found.get();
      switch (step.apply(current)) {
        case Step.Answer(var verdict) -> {
          return verdict;
        }
        case Step.Append(var events, var owner) -> {
          var transition =
              TransitionPlan.append(current, events, owner, List.of(), settings.retention());
          var result = commits.onceOrBehind(current.state(), transition, this::goOn);
          var landed = Commits.landed(result, transition);
          if (landed.isPresent()) {
            goOn(landed.get());
            return new Verdict.Accepted(landed.get());
          }
          switch (result) {
            case VersionConflict(var other) -> found = Optional.of(other);
            case Fenced(var other) -> found = Optional.of(other);
            case Committed _ -> throw new IllegalStateException(id + ": committed and not landed");
            case CommitResult.Gone _ -> found = Optional.empty();
            case CommitResult.ClaimHeld _, CommitResult.LimitReached _ ->
                throw new IllegalStateException(id + ": a decision takes no claim");
          }
        }
      }
    }
    return new Verdict.NoSuchOperation();
  }

  /// A decision that lets the operation go on starts it here, unless it runs here already.
  private void goOn(Snapshot after) {
    if (!after.state().isTerminal()) {
      executions.start(after);
      executions.disturb(after.id());
    }
  }

  /// Whoever resolves may have to send the next attempt. An operation that this instance owns keeps
  /// its epoch, so that its loop here goes on with it.
  private Ownership resolver(Snapshot current) {
    return settings.instance().equals(current.ownership().owner())
        ? current.ownership()
        : current.ownership().takenBy(settings.instance());
  }

  private Approval.Decision decision(
      Approval.Request request, Person person, boolean granted, @Nullable String reason) {
    return new Approval.Decision(
        person.name(),
        person.groups(),
        granted,
        reason,
        request.inputHash(),
        request.policyHash(),
        person.evidence(),
        ports.journal().now());
  }
}
