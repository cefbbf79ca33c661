package dev.interlock.runner.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.CallAttached;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.OperationEvent.OutcomeReconciled;
import dev.interlock.runner.operation.OperationEvent.OwnershipTaken;
import dev.interlock.runner.operation.Samples;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Upstream;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The names are an interface: dashboards and alerts hold them.
class RunnerMetricsTest {
  private final RunnerMetrics metrics = new RunnerMetrics();

  @Test
  void everyMeterHasTheNameAndTheLabelsThatDashboardsHold() {
    metrics.executing(() -> 3);
    everyKindOfCommit();

    assertThat(ours())
        .containsExactly(
            "interlock_approvals_decided_total{granted=\"true\",tool=\"charge_card\"} 1.0",
            "interlock_approvals_requested_total{tool=\"charge_card\"} 1.0",
            "interlock_attempt_duration_seconds_count{code=\"none\",outcome=\"succeeded\",tool=\"charge_card\"} 1",
            "interlock_attempt_duration_seconds_count{code=\"timeout_unknown\",outcome=\"outcome_unknown\",tool=\"charge_card\"} 1",
            "interlock_attempt_duration_seconds_count{code=\"upstream_unavailable\",outcome=\"failed_retryable\",tool=\"charge_card\"} 1",
            "interlock_attempt_duration_seconds_max{code=\"none\",outcome=\"succeeded\",tool=\"charge_card\"} 0.25",
            "interlock_attempt_duration_seconds_max{code=\"timeout_unknown\",outcome=\"outcome_unknown\",tool=\"charge_card\"} 0.25",
            "interlock_attempt_duration_seconds_max{code=\"upstream_unavailable\",outcome=\"failed_retryable\",tool=\"charge_card\"} 0.25",
            "interlock_attempt_duration_seconds_sum{code=\"none\",outcome=\"succeeded\",tool=\"charge_card\"} 0.25",
            "interlock_attempt_duration_seconds_sum{code=\"timeout_unknown\",outcome=\"outcome_unknown\",tool=\"charge_card\"} 0.25",
            "interlock_attempt_duration_seconds_sum{code=\"upstream_unavailable\",outcome=\"failed_retryable\",tool=\"charge_card\"} 0.25",
            "interlock_attempts_total{tool=\"charge_card\"} 3.0",
            "interlock_calls_attached_total{tool=\"charge_card\"} 1.0",
            "interlock_evidence_late_total{tool=\"charge_card\"} 1.0",
            "interlock_executing 3.0",
            "interlock_operations_total{tool=\"charge_card\"} 4.0",
            "interlock_outcomes_reconciled_total{found=\"committed\",tool=\"charge_card\"} 1.0",
            "interlock_outcomes_recorded_total{code=\"forbidden\",outcome=\"rejected\",tool=\"charge_card\"} 1.0",
            "interlock_outcomes_recorded_total{code=\"none\",outcome=\"succeeded\",tool=\"charge_card\"} 1.0",
            "interlock_outcomes_unknown_total{tool=\"charge_card\"} 1.0",
            "interlock_recoveries_total{tool=\"charge_card\"} 1.0");
  }

  @Test
  void everyOutcomeIsCalledByItsNameOnTheWire() {
    for (var outcome :
        List.of(
            new ToolOutcome.Succeeded(null, false, ToolErrorCode.INVALID_RESULT),
            new ToolOutcome.FailedPermanent(ToolErrorCode.PERMANENT_FAILURE, "400"),
            new ToolOutcome.BudgetExhausted(ToolErrorCode.TIME_BUDGET, "late"))) {
      var operation = new CommitSamples();
      commit(
          operation.next(
              CommitSamples.proposed(), CommitSamples.frozen(), CommitSamples.attempt(1)));
      commit(operation.next(CommitSamples.recorded(outcome)));
    }

    assertThat(ours())
        .contains(
            "interlock_outcomes_recorded_total{code=\"invalid_result\",outcome=\"succeeded\",tool=\"charge_card\"} 1.0",
            "interlock_outcomes_recorded_total{code=\"permanent_failure\",outcome=\"failed_permanent\",tool=\"charge_card\"} 1.0",
            "interlock_outcomes_recorded_total{code=\"time_budget\",outcome=\"budget_exhausted\",tool=\"charge_card\"} 1.0");
  }

  @Test
  void noEventMakesALabelOfAnIdAndNoneIsUnknownToTheMetrics() {
    for (var event : Samples.events().values()) {
      for (var before : Samples.states().values()) {
        metrics.committed(before, List.of(event), snapshot(before));
      }
    }

    assertThat(metrics.scrape())
        .doesNotContain(Samples.ID.value(), "call_7", "run-1", Samples.KEY.value(), "carol");
  }

  @Test
  void anOutcomeWithoutAnAttemptHasNoDuration() {
    commit(
        new CommitSamples()
            .next(CommitSamples.proposed(), CommitSamples.recorded(CommitSamples.rejected())));

    assertThat(ours()).noneMatch(line -> line.startsWith("interlock_attempt_duration"));
  }

  @Test
  void theProcessItselfIsMeasuredToo() {
    assertThat(metrics.scrape()).contains("jvm_memory_used_bytes", "jvm_threads_live_threads");
  }

  private void everyKindOfCommit() {
    var rejected = new CommitSamples();
    commit(
        rejected.next(CommitSamples.proposed(), CommitSamples.recorded(CommitSamples.rejected())));

    var asked = new CommitSamples();
    commit(asked.next(CommitSamples.proposed(), CommitSamples.frozen(), CommitSamples.asked()));
    commit(CommitSamples.decided());

    var done = new CommitSamples();
    commit(done.next(CommitSamples.proposed(), CommitSamples.frozen(), CommitSamples.attempt(1)));
    commit(done.next(new CallAttached(new CallId("call_8"), Samples.NOW)));
    commit(done.next(CommitSamples.failed()));
    commit(done.next(CommitSamples.attempt(2)));
    commit(done.next(CommitSamples.recorded(CommitSamples.succeeded())));

    var lost = new CommitSamples();
    commit(lost.next(CommitSamples.proposed(), CommitSamples.frozen(), CommitSamples.attempt(1)));
    commit(lost.next(CommitSamples.lost()));
    commit(lost.next(new OwnershipTaken(Samples.OWNED, "lapsed", Samples.NOW)));
    commit(lost.next(new EvidenceRecorded(1, true, Upstream.NONE, null, Samples.NOW)));
    commit(
        lost.next(new OutcomeReconciled(OperationEvent.Found.COMMITTED, "look_up", Samples.NOW)));
  }

  private void commit(CommitSamples.Commit commit) {
    metrics.committed(commit.before(), commit.events(), commit.after());
  }

  private static Snapshot snapshot(Operation state) {
    return new Snapshot(state, 1, Samples.OWNED, null, false);
  }

  private List<String> ours() {
    return metrics.scrape().lines().filter(line -> line.startsWith("interlock_")).sorted().toList();
  }
}
