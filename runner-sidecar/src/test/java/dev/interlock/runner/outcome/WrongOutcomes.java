package dev.interlock.runner.outcome;

import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.ToolOutcome.FailedPermanent;
import dev.interlock.runner.operation.ToolOutcome.FailedRetryable;
import dev.interlock.runner.simulation.Original;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/// Wrong readings of what came back.
final class WrongOutcomes {
  private WrongOutcomes() {}

  /// No complete response: as if nothing had been sent.
  static ToolOutcome ambiguous(ToolErrorCode code, Promises promises, Duration retryAfter) {
    return new FailedRetryable(code, false, retryAfter);
  }

  /// 2xx, and it is taken for a failure.
  static ToolOutcome ofSuccess(Signal.Response response, Promises promises, ResultReader results) {
    return new FailedPermanent(ToolErrorCode.PERMANENT_FAILURE, "the upstream answered 200");
  }

  /// 500 and 503, as if they were always answered before anything was done.
  static Set<Integer> refusedBefore(Promises promises) {
    return Set.of(429, 500, 503);
  }

  /// What a former owner left in flight is taken for never sent.
  static ToolOutcome classify(Signal signal, Promises promises, ResultReader results, Instant now) {
    return signal instanceof Signal.NoCompleteResponse broken
            && broken.interruption() == Signal.Interruption.ABANDONED
        ? new FailedRetryable(ToolErrorCode.UPSTREAM_UNAVAILABLE, false, Duration.ZERO)
        : Original.of(
            OutcomeClassification.class, "classify", null, signal, promises, results, now);
  }
}
