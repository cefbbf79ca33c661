package dev.interlock.runner.telemetry;

import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.ApprovalRequested;
import dev.interlock.runner.operation.OperationEvent.AttemptFailed;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.InputFrozen;
import dev.interlock.runner.operation.OperationEvent.OutcomeLost;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.Samples;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Transitions;
import dev.interlock.runner.operation.Upstream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Commits as the engine makes them: legal events in a legal order.
final class CommitSamples {
  static final Duration TOOK = Duration.ofMillis(250);

  private @Nullable Operation state;

  record Commit(@Nullable Operation before, List<OperationEvent> events, Snapshot after) {}

  /// The next commit of this operation.
  Commit next(OperationEvent... events) {
    var before = state;
    var rest = List.of(events);
    Operation now = before;
    if (now == null) {
      now = Transitions.begin((CallProposed) events[0]);
      rest = rest.subList(1, rest.size());
    }
    state = Transitions.fold(now, rest);
    return new Commit(before, List.of(events), new Snapshot(state, 1, Samples.OWNED, null, false));
  }

  static CallProposed proposed() {
    return new CallProposed(Samples.proposal());
  }

  static InputFrozen frozen() {
    return new InputFrozen(Samples.intent());
  }

  static ApprovalRequested asked() {
    return new ApprovalRequested(Samples.request());
  }

  static AttemptStarted attempt(int number) {
    return new AttemptStarted(Samples.KEY, number, Samples.OWNED, Samples.NOW, 5_000);
  }

  static AttemptFailed failed() {
    return new AttemptFailed(
        1,
        ToolErrorCode.UPSTREAM_UNAVAILABLE,
        false,
        Upstream.NONE,
        Samples.NOW.plus(TOOK),
        Samples.NOW.plusSeconds(1));
  }

  static OutcomeLost lost() {
    return new OutcomeLost(
        ToolErrorCode.TIMEOUT_UNKNOWN,
        Upstream.NONE,
        Samples.NOW.plus(TOOK),
        null,
        new Operation.Reconciliation.LookUp(Samples.NOW));
  }

  static OutcomeRecorded recorded(ToolOutcome.Final outcome) {
    return new OutcomeRecorded(outcome, Upstream.NONE, null, Samples.NOW.plus(TOOK));
  }

  static ToolOutcome.Final rejected() {
    return new ToolOutcome.Rejected(ToolErrorCode.FORBIDDEN, "no rule allows it");
  }

  static ToolOutcome.Final succeeded() {
    return new ToolOutcome.Succeeded("{}", false, null);
  }

  /// A commit in the state in which people are asked.
  static Commit decided() {
    var operation = new CommitSamples();
    operation.state = new AwaitingApproval(Samples.intent(), Samples.request(), List.of());
    return operation.next(new OperationEvent.ApprovalDecided(Samples.decision("carol", true)));
  }
}
