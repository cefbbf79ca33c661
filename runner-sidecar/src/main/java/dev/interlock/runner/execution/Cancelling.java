package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Fenced;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.CancelRequested;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.TransitionPlan;
import dev.interlock.runner.operation.Upstream;
import java.util.List;
import java.util.Optional;

/// Stops operations: before execution they end, during it the transport is cancelled and the
/// outcome resolves as any ambiguous one.
final class Cancelling {
  private final Ports ports;
  private final Settings settings;
  private final Commits commits;
  private final Executions executions;

  Cancelling(Ports ports, Settings settings, Commits commits, Executions executions) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
    this.executions = executions;
  }

  /// The operation as the cancellation left it; empty when there is none.
  Optional<Snapshot> cancel(OperationId id, String by) {
    var found = ports.journal().find(id);
    while (found.isPresent()) {
      var current = found.get();
      if (isStopped(current.state())) {
        executions.cancel(id);
        return found;
      }
      var transition =
          TransitionPlan.append(
              current,
              events(current.state(), by),
              current.ownership(),
              List.of(),
              settings.retention());
      switch (commits.onceOrBehind(current.state(), transition, _ -> executions.cancel(id))) {
        case Committed(var after) -> {
          executions.cancel(id);
          return Optional.of(after);
        }
        case VersionConflict(var other) -> found = Optional.of(other);
        case Fenced(var other) -> found = Optional.of(other);
        case CommitResult.Gone _ -> found = Optional.empty();
        case CommitResult.ClaimHeld _, CommitResult.LimitReached _ ->
            throw new IllegalStateException(id + ": a cancellation takes no claim");
      }
    }
    return found;
  }

  private static boolean isStopped(Operation state) {
    return state.isTerminal()
        || (state instanceof Operation.Executing executing && executing.cancelled())
        || (state instanceof Operation.OutcomeUnknown unknown && unknown.cancelled());
  }

  private List<OperationEvent> events(Operation state, String by) {
    var now = ports.journal().now();
    return switch (state) {
      case Operation.Proposed _, Operation.Validated _, Operation.AwaitingApproval _ ->
          List.of(
              new OutcomeRecorded(
                  new ToolOutcome.Rejected(
                      ToolErrorCode.CANCELLED, "cancelled by %s before execution".formatted(by)),
                  Upstream.NONE,
                  null,
                  now));
      case Operation.Executing _,
          Operation.OutcomeUnknown _,
          Operation.Recorded _,
          Operation.Reported _ ->
          List.of(new CancelRequested(by, now));
    };
  }
}
