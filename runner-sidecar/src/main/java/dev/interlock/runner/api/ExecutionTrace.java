package dev.interlock.runner.api;

import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.AttemptFailed;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.LookUpInconclusive;
import dev.interlock.runner.operation.OperationEvent.OutcomeLost;
import dev.interlock.runner.operation.OperationEvent.OutcomeReconciled;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Transitions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The execution record of one operation: every event in order with the state it led to, and the
/// ids, hashes and decisions that an evaluation of the trace needs. Raw upstream payloads and the
/// raw arguments stay in the journal.
///
/// Source: the article, "Evaluate traces, not final prose".
public final class ExecutionTrace {
  private ExecutionTrace() {}

  /// The trace as JSON.
  ///
  /// @param history all events of the operation, oldest first, at least one
  public static ObjectNode of(OperationId id, List<JournaledEvent> history) {
    var trace = JsonNodeFactory.instance.objectNode();
    trace.put("logical_operation_id", id.value());
    var events = trace.putArray("events");
    @Nullable Operation state = null;
    for (var entry : history) {
      var before = state;
      state = next(before, entry.event());
      var line = events.addObject();
      line.put("sequence", entry.sequence());
      line.put("stored_at", entry.storedAt().toString());
      line.put("state", state.stateName());
      TraceEvent.write(entry.event(), line);
      latency(before, entry.event()).ifPresent(millis -> line.put("latency_ms", millis));
    }
    if (state != null) {
      head(trace, state);
      trace.put("reconciled", history.stream().anyMatch(ExecutionTrace::reconciles));
    }
    return trace;
  }

  /// How long the attempt took that this event ends; a clock that was set back makes it no less
  /// than 0.
  private static OptionalLong latency(@Nullable Operation before, OperationEvent event) {
    if (!(before instanceof Executing executing && executing.phase() instanceof InFlight attempt)) {
      return OptionalLong.empty();
    }
    return switch (event) {
      case AttemptFailed failed -> millis(attempt.startedAt(), failed.at());
      case OutcomeLost lost -> millis(attempt.startedAt(), lost.at());
      case OutcomeRecorded recorded -> millis(attempt.startedAt(), recorded.at());
      default -> OptionalLong.empty();
    };
  }

  private static OptionalLong millis(Instant from, Instant to) {
    return OptionalLong.of(Math.max(0, Duration.between(from, to).toMillis()));
  }

  private static boolean reconciles(JournaledEvent entry) {
    return entry.event() instanceof LookUpInconclusive
        || entry.event() instanceof OutcomeReconciled;
  }

  private static Operation next(@Nullable Operation state, OperationEvent event) {
    if (state != null) {
      return Transitions.apply(state, event);
    }
    if (event instanceof CallProposed first) {
      return Transitions.begin(first);
    }
    throw new IllegalStateException("a history begins with the call that was proposed");
  }

  private static void head(ObjectNode trace, Operation state) {
    var call = state.basis().proposal().call();
    trace.put("state", state.stateName());
    trace.put("trace_id", call.traceId());
    trace.put("run_id", call.runId().value());
    trace.put("turn", call.turn());
    trace.put("call_id", call.callId().value());
    trace.put("tool", call.tool());
    if (call.user() != null) {
      trace.put("on_behalf_of", call.user().subject());
    }
    if (state.basis() instanceof Intent intent) {
      trace.put("input_hash", intent.inputHash().value());
      trace.put("risk", intent.risk().name().toLowerCase(Locale.ROOT));
      trace
          .putObject("policy")
          .put("name", intent.policy().name())
          .put("generation", intent.policy().generation())
          .put("hash", intent.policy().hash());
      trace.put("deadline", intent.limits().deadline().toString());
      trace.put("attempts", ResultEnvelope.attempts(state));
      trace.put("max_attempts", intent.limits().maxAttempts());
    }
  }
}
