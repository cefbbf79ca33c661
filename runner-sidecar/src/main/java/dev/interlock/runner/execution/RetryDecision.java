package dev.interlock.runner.execution;

import static dev.interlock.runner.operation.ToolErrorCode.CANCELLED;
import static dev.interlock.runner.operation.ToolErrorCode.TIMEOUT_UNKNOWN;
import static dev.interlock.runner.operation.ToolErrorCode.TIME_BUDGET;

import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.ToolOutcome.BudgetExhausted;
import dev.interlock.runner.operation.ToolOutcome.FailedRetryable;
import dev.interlock.runner.operation.ToolOutcome.Rejected;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What follows an attempt's outcome: record it, try again, or find out. Pure: the whole retry
/// policy is this file.
public sealed interface RetryDecision {

  /// The outcome is final.
  record Settle(ToolOutcome.Final outcome) implements RetryDecision {}

  /// Another attempt is safe and allowed.
  ///
  /// @param mayHaveEffect whether the attempt that failed may have had its effect
  record RetryAt(Instant at, ToolErrorCode code, boolean mayHaveEffect) implements RetryDecision {}

  /// An effect may exist: find out.
  ///
  /// @param handle what the upstream gave to ask with; absent when nothing
  record FindOut(ToolErrorCode code, @Nullable String handle) implements RetryDecision {}

  /// What the decision depends on besides the state and the outcome.
  ///
  /// @param now the journal's time
  /// @param backoff the pause that the policy asks for after this attempt, jitter included
  /// @param keyValidUntil until when the upstream remembers our key; absent when it needs none or
  ///   forgets nothing
  /// @param hasToken whether the upstream's retry budget has a token left
  /// @param isSamePolicy whether the rules are those under which the operation was validated: under
  ///   others the same bytes could mean another effect
  record Circumstances(
      Instant now,
      Duration backoff,
      @Nullable Instant keyValidUntil,
      boolean hasToken,
      boolean isSamePolicy) {}

  /// Decides what follows.
  static RetryDecision decide(Executing state, ToolOutcome outcome, Circumstances now) {
    return switch (outcome) {
      case ToolOutcome.Succeeded succeeded -> new Settle(succeeded);
      case ToolOutcome.Final failed ->
          state.mayHaveEffect() ? new FindOut(TIMEOUT_UNKNOWN, null) : new Settle(failed);
      case ToolOutcome.OutcomeUnknown unknown -> new FindOut(unknown.code(), null);
      case ToolOutcome.Pending pending -> new FindOut(TIMEOUT_UNKNOWN, pending.handle());
      case FailedRetryable failed -> afterRetryable(state, failed, now);
    };
  }

  private static RetryDecision afterRetryable(
      Executing state, FailedRetryable failed, Circumstances now) {
    boolean mayHaveEffect = state.mayHaveEffect() || failed.mayHaveEffect();
    var pause =
        now.backoff().compareTo(failed.retryAfter()) > 0 ? now.backoff() : failed.retryAfter();
    var at = now.now().plus(pause);
    boolean inTime = !at.isAfter(state.basis().limits().deadline());
    boolean attemptsLeft = state.attempt() < state.basis().limits().maxAttempts();
    boolean keyHolds =
        !mayHaveEffect
            || (now.isSamePolicy()
                && (now.keyValidUntil() == null || at.isBefore(now.keyValidUntil())));
    if (!state.cancelled() && inTime && attemptsLeft && keyHolds && now.hasToken()) {
      return new RetryAt(at, failed.code(), failed.mayHaveEffect());
    }
    if (mayHaveEffect) {
      return new FindOut(TIMEOUT_UNKNOWN, null);
    }
    if (state.cancelled()) {
      return new Settle(new Rejected(CANCELLED, "cancelled before it could have an effect"));
    }
    return new Settle(
        inTime || !attemptsLeft
            ? new BudgetExhausted(
                failed.code(), "no effect after %d attempts".formatted(state.attempt()))
            : new BudgetExhausted(TIME_BUDGET, "the next attempt would begin after the deadline"));
  }
}
