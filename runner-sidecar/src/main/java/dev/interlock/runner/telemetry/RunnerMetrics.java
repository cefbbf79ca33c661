package dev.interlock.runner.telemetry;

import dev.interlock.runner.execution.TransitionListener;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.ApprovalDecided;
import dev.interlock.runner.operation.OperationEvent.ApprovalRequested;
import dev.interlock.runner.operation.OperationEvent.AttemptFailed;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.CallAttached;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.OperationEvent.OutcomeLost;
import dev.interlock.runner.operation.OperationEvent.OutcomeReconciled;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.OperationEvent.OwnershipTaken;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/// Counts what commits say, in the names of the vocabulary. Labels are bounded: tools come from
/// policies, outcomes and codes are closed sets; no id is ever a label.
public final class RunnerMetrics implements TransitionListener {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  public RunnerMetrics() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
  }

  /// Shows how many operations this instance executes now.
  public void executing(IntSupplier count) {
    Gauge.builder("interlock.executing", count, IntSupplier::getAsInt).register(registry);
  }

  /// All metrics in Prometheus' text format.
  public String scrape() {
    return registry.scrape();
  }

  /// For other binders.
  public MeterRegistry registry() {
    return registry;
  }

  @Override
  public void loopFailed(Snapshot snapshot, RuntimeException error) {
    count("interlock.loop.failures", "tool", snapshot.state().basis().proposal().call().tool());
  }

  @Override
  public void committed(@Nullable Operation before, List<OperationEvent> events, Snapshot after) {
    var tool = after.state().basis().proposal().call().tool();
    for (var event : events) {
      switch (event) {
        case CallProposed _ -> count("interlock.operations", "tool", tool);
        case CallAttached _ -> count("interlock.calls.attached", "tool", tool);
        case ApprovalRequested _ -> count("interlock.approvals.requested", "tool", tool);
        case ApprovalDecided(var decision) ->
            count(
                "interlock.approvals.decided",
                "tool",
                tool,
                "granted",
                String.valueOf(decision.granted()));
        case AttemptStarted _ -> count("interlock.attempts", "tool", tool);
        case AttemptFailed failed ->
            attempt(before, failed.at(), tool, "failed_retryable", failed.code());
        case OutcomeLost lost -> {
          attempt(before, lost.at(), tool, "outcome_unknown", lost.code());
          count("interlock.outcomes.unknown", "tool", tool);
        }
        case OutcomeReconciled(var found, _, _) ->
            count(
                "interlock.outcomes.reconciled",
                "tool",
                tool,
                "found",
                found.name().toLowerCase(java.util.Locale.ROOT));
        case OutcomeRecorded recorded -> {
          var outcome = Outcomes.name(recorded.outcome());
          var code = Outcomes.code(recorded.outcome());
          attempt(before, recorded.at(), tool, outcome, code);
          count(
              "interlock.outcomes.recorded", "tool", tool, "outcome", outcome, "code", name(code));
        }
        case EvidenceRecorded _ -> count("interlock.evidence.late", "tool", tool);
        case OwnershipTaken _ -> count("interlock.recoveries", "tool", tool);
        default -> {}
      }
    }
  }

  /// A label must not come and go: what has no code says so.
  private static String name(@Nullable ToolErrorCode code) {
    return code == null ? "none" : code.wireName();
  }

  private void count(String name, String... tags) {
    registry.counter(name, tags).increment();
  }

  /// From the commit that began the attempt to the commit of its outcome.
  private void attempt(
      @Nullable Operation before,
      Instant at,
      String tool,
      String outcome,
      @Nullable ToolErrorCode code) {
    if (before instanceof Executing executing
        && executing.phase() instanceof InFlight(_, var startedAt, _)) {
      Timer.builder("interlock.attempt.duration")
          .tags("tool", tool, "outcome", outcome, "code", name(code))
          .register(registry)
          .record(Duration.between(startedAt, at).abs());
    }
  }
}
