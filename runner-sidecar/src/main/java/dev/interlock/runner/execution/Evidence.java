package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.OperationEvent.OutcomeReconciled;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.TransitionPlan;
import dev.interlock.runner.outcome.OutcomeClassification;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.ToolContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a former owner learned too late: it no longer decides, but it is kept, and a success that
/// arrives while the outcome is unknown settles it.
final class Evidence {
  private final Ports ports;
  private final Settings settings;
  private final Commits commits;

  Evidence(Ports ports, Settings settings, Commits commits) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
  }

  /// Appends the evidence to the operation as its new owner has it.
  ///
  /// @param current null when the operation is gone: then there is nothing to append to
  void keep(
      @Nullable Snapshot current,
      Executing attempted,
      Signal signal,
      Optional<ToolContract> contract) {
    while (current != null && signal instanceof Signal.Response response) {
      var transition =
          TransitionPlan.append(
              current,
              events(current.state(), attempted, response, contract),
              current.ownership(),
              List.of(),
              settings.retention());
      current =
          switch (commits.untilKnown(current.state(), transition)) {
            case Committed _ -> null;
            case VersionConflict(var other) -> other;
            case CommitResult.Fenced(var other) -> other;
            case CommitResult.Gone _, CommitResult.ClaimHeld _, CommitResult.LimitReached _ -> null;
          };
    }
  }

  private List<OperationEvent> events(
      Operation current,
      Executing attempted,
      Signal.Response response,
      Optional<ToolContract> contract) {
    var now = ports.journal().now();
    var upstream = Conclusions.upstream(response);
    var raw = Conclusions.text(response);
    var events = new ArrayList<OperationEvent>();
    events.add(new EvidenceRecorded(attempted.attempt(), true, upstream, raw, now));
    if (current instanceof OutcomeUnknown && contract.isPresent()) {
      var known = contract.get();
      var outcome =
          OutcomeClassification.classify(
              response, Conclusions.promises(known), Conclusions.reader(known), now);
      if (outcome instanceof ToolOutcome.Succeeded succeeded) {
        events.add(new OutcomeReconciled(Found.COMMITTED, "late_response", now));
        events.add(new OutcomeRecorded(succeeded, upstream, null, now));
      }
    }
    return events;
  }
}
