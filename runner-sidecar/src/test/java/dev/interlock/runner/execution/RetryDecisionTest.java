package dev.interlock.runner.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.RetryDecision.Circumstances;
import dev.interlock.runner.execution.RetryDecision.FindOut;
import dev.interlock.runner.execution.RetryDecision.RetryAt;
import dev.interlock.runner.execution.RetryDecision.Settle;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Samples;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.ToolOutcome.BudgetExhausted;
import dev.interlock.runner.operation.ToolOutcome.FailedPermanent;
import dev.interlock.runner.operation.ToolOutcome.FailedRetryable;
import dev.interlock.runner.operation.ToolOutcome.OutcomeUnknown;
import dev.interlock.runner.operation.ToolOutcome.Pending;
import dev.interlock.runner.operation.ToolOutcome.Rejected;
import dev.interlock.runner.operation.ToolOutcome.Succeeded;
import java.time.Duration;
import java.time.Instant;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What bounds a retry, one bound at a time; the samples' operation may make four attempts until
/// two minutes after `NOW`. Which outcome leads where is `OutcomeTableTest`.
class RetryDecisionTest {
  private static final Instant NOW = Samples.NOW;
  private static final Instant DEADLINE = NOW.plusSeconds(120);
  private static final ToolErrorCode DOWN = ToolErrorCode.UPSTREAM_UNAVAILABLE;
  private static final FindOut UNKNOWN = new FindOut(ToolErrorCode.TIMEOUT_UNKNOWN, null);

  @Test
  void theNextAttemptIsAfterTheBackoff() {
    assertThat(decide(state(1, false, false), harmless(0), pause(3)))
        .isEqualTo(new RetryAt(NOW.plusSeconds(3), DOWN, false));
  }

  @Test
  void theNextAttemptIsNeverBeforeTheRetryAfter() {
    assertThat(decide(state(1, false, false), harmless(10), pause(3)))
        .isEqualTo(new RetryAt(NOW.plusSeconds(10), DOWN, false));
    assertThat(decide(state(1, false, false), harmless(1), pause(3)))
        .isEqualTo(new RetryAt(NOW.plusSeconds(3), DOWN, false));
  }

  @Property
  void aRetryIsAfterBothPausesAndNotAfterTheDeadline(
      @ForAll @IntRange(max = 300) int backoff, @ForAll @IntRange(max = 300) int retryAfter) {
    var decision = decide(state(1, false, false), harmless(retryAfter), pause(backoff));
    if (decision instanceof RetryAt(var at, _, _)) {
      assertThat(at)
          .isAfterOrEqualTo(NOW.plusSeconds(backoff))
          .isAfterOrEqualTo(NOW.plusSeconds(retryAfter))
          .isBeforeOrEqualTo(DEADLINE);
    } else {
      assertThat(Math.max(backoff, retryAfter)).isGreaterThan(120);
    }
  }

  @Test
  void anAttemptMayBeginAtTheDeadlineAndNotAfterIt() {
    assertThat(decide(state(1, false, false), harmless(120), pause(0)))
        .isEqualTo(new RetryAt(DEADLINE, DOWN, false));
    assertThat(decide(state(1, false, false), harmless(121), pause(0)))
        .isInstanceOfSatisfying(
            Settle.class,
            settled -> assertThat(code(settled)).isEqualTo(ToolErrorCode.TIME_BUDGET));
  }

  @Test
  void pastTheDeadlineAnEffectThatMayExistIsFoundOut() {
    assertThat(decide(state(1, false, false), doubtful(121), pause(0))).isEqualTo(UNKNOWN);
    assertThat(decide(state(1, true, false), harmless(121), pause(0))).isEqualTo(UNKNOWN);
  }

  @Test
  void theLastAttemptIsTheLast() {
    assertThat(decide(state(3, false, false), harmless(0), pause(0))).isInstanceOf(RetryAt.class);
    assertThat(decide(state(4, false, false), harmless(0), pause(0)))
        .isEqualTo(new Settle(new BudgetExhausted(DOWN, "no effect after 4 attempts")));
    assertThat(decide(state(4, false, false), doubtful(0), pause(0))).isEqualTo(UNKNOWN);
    assertThat(decide(state(4, true, false), harmless(0), pause(0))).isEqualTo(UNKNOWN);
  }

  @Test
  void withoutATokenOfTheUpstreamNothingIsRetried() {
    var broke = new Circumstances(NOW, Duration.ZERO, null, false, true);

    assertThat(decide(state(1, false, false), harmless(0), broke))
        .isEqualTo(new Settle(new BudgetExhausted(DOWN, "no effect after 1 attempts")));
    assertThat(decide(state(1, false, false), doubtful(0), broke)).isEqualTo(UNKNOWN);
  }

  @Test
  void aKeyThatTheUpstreamHasForgottenProtectsNothing() {
    for (var forgotten : new Instant[] {NOW.plusSeconds(3), NOW.plusSeconds(2), NOW}) {
      assertThat(decide(state(1, false, false), doubtful(0), keyUntil(forgotten)))
          .isEqualTo(UNKNOWN);
      assertThat(decide(state(1, true, false), harmless(0), keyUntil(forgotten)))
          .isEqualTo(UNKNOWN);
    }
    assertThat(decide(state(1, false, false), doubtful(0), keyUntil(NOW.plusSeconds(4))))
        .isEqualTo(new RetryAt(NOW.plusSeconds(3), DOWN, true));
  }

  @Test
  void aForgottenKeyDoesNotMatterWhileNothingCanHaveHappened() {
    assertThat(decide(state(1, false, false), harmless(0), keyUntil(NOW)))
        .isEqualTo(new RetryAt(NOW.plusSeconds(3), DOWN, false));
  }

  @Test
  void underAnotherPolicyTheSameBytesMayMeanAnotherEffect() {
    var changed = new Circumstances(NOW, Duration.ZERO, null, true, false);

    assertThat(decide(state(1, false, false), doubtful(0), changed)).isEqualTo(UNKNOWN);
    assertThat(decide(state(1, true, false), harmless(0), changed)).isEqualTo(UNKNOWN);
    assertThat(decide(state(1, false, false), harmless(0), changed)).isInstanceOf(RetryAt.class);
  }

  @Test
  void aCancelledOperationIsNotAttemptedAgain() {
    assertThat(decide(state(1, false, true), harmless(0), pause(0)))
        .isEqualTo(
            new Settle(
                new Rejected(ToolErrorCode.CANCELLED, "cancelled before it could have an effect")));
    assertThat(decide(state(1, false, true), doubtful(0), pause(0))).isEqualTo(UNKNOWN);
    assertThat(decide(state(1, true, true), harmless(0), pause(0))).isEqualTo(UNKNOWN);
  }

  @Test
  void aCancelledOperationThatSucceededSucceeded() {
    var succeeded = new Succeeded("{}", false, null);

    assertThat(decide(state(4, true, true), succeeded, pause(0))).isEqualTo(new Settle(succeeded));
  }

  @Test
  void aRefusalSaysNothingAboutAnEarlierAttempt() {
    var refused = new FailedPermanent(ToolErrorCode.PERMANENT_FAILURE, "400");

    assertThat(decide(state(2, false, false), refused, pause(0))).isEqualTo(new Settle(refused));
    assertThat(decide(state(2, true, false), refused, pause(0))).isEqualTo(UNKNOWN);
  }

  @Test
  void whatIsUnknownOrPendingIsFoundOutHoweverManyAttemptsAreLeft() {
    var unknown = new OutcomeUnknown(ToolErrorCode.TIMEOUT_UNKNOWN);

    assertThat(decide(state(1, false, false), unknown, pause(0))).isEqualTo(UNKNOWN);
    assertThat(decide(state(1, false, false), new Pending("/jobs/1"), pause(0)))
        .isEqualTo(new FindOut(ToolErrorCode.TIMEOUT_UNKNOWN, "/jobs/1"));
    assertThat(decide(state(1, false, false), new Pending(null), pause(0))).isEqualTo(UNKNOWN);
  }

  private static RetryDecision decide(Executing state, ToolOutcome outcome, Circumstances now) {
    return RetryDecision.decide(state, outcome, now);
  }

  private static Executing state(int attempt, boolean mayHaveEffect, boolean cancelled) {
    return new Executing(
        Samples.intent(), Samples.KEY, attempt, NOW, Samples.inFlight(), mayHaveEffect, cancelled);
  }

  private static FailedRetryable harmless(int retryAfter) {
    return new FailedRetryable(DOWN, false, Duration.ofSeconds(retryAfter));
  }

  private static FailedRetryable doubtful(int retryAfter) {
    return new FailedRetryable(DOWN, true, Duration.ofSeconds(retryAfter));
  }

  private static Circumstances pause(int backoff) {
    return new Circumstances(NOW, Duration.ofSeconds(backoff), null, true, true);
  }

  private static Circumstances keyUntil(Instant until) {
    return new Circumstances(NOW, Duration.ofSeconds(3), until, true, true);
  }

  private static @Nullable ToolErrorCode code(Settle settled) {
    return settled.outcome() instanceof BudgetExhausted(var code, _) ? code : null;
  }
}
