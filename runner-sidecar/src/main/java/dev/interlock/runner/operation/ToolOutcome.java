package dev.interlock.runner.operation;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What is known about the effect after one attempt, one look-up or one decision. Only a `Final`
/// can be recorded, so "recorded as unknown" cannot be written.
public sealed interface ToolOutcome {

  /// The attempt failed and the policy's promises make another one safe.
  ///
  /// @param mayHaveEffect whether the attempt may nevertheless have had its effect: then the
  ///   operation can end in success or unknown, never as exhausted
  /// @param retryAfter the upstream's wish for a pause; zero when it has none
  record FailedRetryable(ToolErrorCode code, boolean mayHaveEffect, Duration retryAfter)
      implements ToolOutcome {}

  /// The effect may or may not exist: find out, never send again on a guess.
  record OutcomeUnknown(ToolErrorCode code) implements ToolOutcome {}

  /// The upstream took the request and will finish it later.
  ///
  /// @param handle what the upstream gave to ask with (a Location, a task id); absent when nothing
  record Pending(@Nullable String handle) implements ToolOutcome {}

  /// What can be recorded.
  sealed interface Final extends ToolOutcome {}

  /// The effect exists.
  ///
  /// @param shown what the policy lets the model see of the result, as JSON; absent when there is
  ///   nothing to show
  /// @param truncated whether `shown` was cut at the policy's size limit
  /// @param withheld why the result is not shown although there was one; absent when it is
  record Succeeded(@Nullable String shown, boolean truncated, @Nullable ToolErrorCode withheld)
      implements Final {}

  /// Refused before execution: the effect does not exist.
  record Rejected(ToolErrorCode code, String reason) implements Final {}

  /// Failed for good.
  record FailedPermanent(ToolErrorCode code, String reason) implements Final {}

  /// Attempts, time, turns, calls or spend are used up, and certainly no effect exists.
  record BudgetExhausted(ToolErrorCode code, String reason) implements Final {}
}
