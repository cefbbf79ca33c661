package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.OperationEvent.ResultReported;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.TransitionPlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The callers' side of a running operation: start it, wait for it, stop it, note that it was told.
final class Following {
  private final Ports ports;
  private final Settings settings;
  private final Commits commits;
  private final Watch watch;
  private final Executions executions;
  private final Cancelling cancelling;

  Following(
      Ports ports,
      Settings settings,
      Commits commits,
      Watch watch,
      Executions executions,
      Cancelling cancelling) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
    this.watch = watch;
    this.executions = executions;
    this.cancelling = cancelling;
  }

  /// Starts the operation that this instance just created, and waits until it is decided. Whatever
  /// it owns it starts, also what was stopped meanwhile: nobody else will.
  Snapshot execute(Snapshot created, Duration patience) {
    try (var waiter = watch.register(created)) {
      if (settings.instance().equals(created.ownership().owner())) {
        executions.start(created);
      }
      return waiter.await(ToolRunner::isDecided, patience);
    }
  }

  /// Waits until the operation is decided.
  Snapshot untilDecided(Snapshot snapshot, Duration patience) {
    if (ToolRunner.isDecided(snapshot)) {
      return snapshot;
    }
    try (var waiter = watch.register(snapshot)) {
      return waiter.await(ToolRunner::isDecided, patience);
    }
  }

  /// Waits until the operation is in another state, or final.
  Snapshot untilChanged(Snapshot snapshot, Duration patience) {
    if (snapshot.state().isTerminal() || patience.isZero()) {
      return snapshot;
    }
    var before = snapshot.state().stateName();
    try (var waiter = watch.register(snapshot)) {
      return waiter.await(now -> !now.state().stateName().equals(before), patience);
    }
  }

  Optional<Snapshot> cancel(OperationId id, String by) {
    return cancelling.cancel(id, by);
  }

  /// Only a recorded outcome is reported: what is still open will be told again.
  void reported(OperationId id, CallId callId, String payload, boolean delivered) {
    ports.timing().start("report " + id, () -> report(id, callId, payload, delivered));
  }

  private void report(OperationId id, CallId callId, String payload, boolean delivered) {
    var found = commits.patiently(() -> ports.journal().find(id));
    while (found.isPresent() && found.get().state().isTerminal()) {
      var current = found.get();
      var event = new ResultReported(callId, payload, delivered, ports.journal().now());
      var transition =
          TransitionPlan.append(
              current, List.of(event), current.ownership(), List.of(), settings.retention());
      found =
          switch (commits.untilKnown(current.state(), transition)) {
            case Committed _, CommitResult.Gone _ -> Optional.empty();
            case VersionConflict(var other) -> Optional.of(other);
            case CommitResult.Fenced(var other) -> Optional.of(other);
            case CommitResult.ClaimHeld _, CommitResult.LimitReached _ ->
                throw new IllegalStateException(id + ": a report takes no claim");
          };
    }
  }
}
