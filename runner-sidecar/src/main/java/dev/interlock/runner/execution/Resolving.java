package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.OperationEvent.OutcomeReconciled;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Upstream;
import dev.interlock.runner.policy.ToolContract;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What follows when it was found out, by a look-up or by a person, how an unknown outcome ended.
final class Resolving {
  private Resolving() {}

  /// What was found, and by whom.
  ///
  /// @param evidence `look_up`, `handle`, or the person's name
  /// @param result the result as JSON, when the effect exists; absent when there is none
  /// @param reason in words; absent when none was given
  record Finding(String evidence, Found found, @Nullable String result, @Nullable String reason) {}

  /// The events that end the unknown outcome, or lead to the next attempt.
  static List<OperationEvent> events(
      OutcomeUnknown state, Finding finding, Optional<ToolContract> contract, Instant now) {
    var events = new ArrayList<OperationEvent>();
    events.add(new OutcomeReconciled(finding.found(), finding.evidence(), now));
    switch (finding.found()) {
      case COMMITTED -> events.add(recorded(succeeded(finding.result(), contract), finding, now));
      case FAILED ->
          events.add(
              recorded(
                  new ToolOutcome.FailedPermanent(
                      ToolErrorCode.PERMANENT_FAILURE, reason(finding, "found to have failed")),
                  finding,
                  now));
      case NOT_EXECUTED ->
          whyNoFurtherAttempt(state, now)
              .ifPresent(outcome -> events.add(recorded(outcome, finding, now)));
    }
    return events;
  }

  /// The final outcome when certainly no effect exists; empty when another attempt may begin.
  private static Optional<ToolOutcome.Final> whyNoFurtherAttempt(
      OutcomeUnknown state, Instant now) {
    var limits = state.basis().limits();
    if (state.cancelled()) {
      return Optional.of(
          new ToolOutcome.Rejected(ToolErrorCode.CANCELLED, "cancelled; no effect exists"));
    }
    if (state.attempts() >= limits.maxAttempts()) {
      return Optional.of(
          new ToolOutcome.BudgetExhausted(
              ToolErrorCode.UPSTREAM_UNAVAILABLE,
              "no effect after %d attempts".formatted(state.attempts())));
    }
    return now.isAfter(limits.deadline())
        ? Optional.of(
            new ToolOutcome.BudgetExhausted(
                ToolErrorCode.TIME_BUDGET, "no effect, and the operation's time is over"))
        : Optional.empty();
  }

  private static ToolOutcome.Succeeded succeeded(
      @Nullable String result, Optional<ToolContract> contract) {
    if (result == null || contract.isEmpty()) {
      return new ToolOutcome.Succeeded(null, false, null);
    }
    var shown = contract.get().show(result.getBytes(StandardCharsets.UTF_8));
    return shown.valid()
        ? new ToolOutcome.Succeeded(shown.json(), shown.truncated(), null)
        : new ToolOutcome.Succeeded(null, false, ToolErrorCode.INVALID_RESULT);
  }

  private static OperationEvent recorded(ToolOutcome.Final outcome, Finding finding, Instant now) {
    var detail = reason(finding, "reconciled by " + finding.evidence());
    return new OutcomeRecorded(outcome, new Upstream(0, detail, null), finding.result(), now);
  }

  private static String reason(Finding finding, String otherwise) {
    var reason = finding.reason();
    return reason == null ? otherwise : reason;
  }
}
