package dev.interlock.runner.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.RetryDecision;
import dev.interlock.runner.execution.RetryDecision.Circumstances;
import dev.interlock.runner.execution.RetryDecision.FindOut;
import dev.interlock.runner.execution.RetryDecision.RetryAt;
import dev.interlock.runner.execution.RetryDecision.Settle;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.ExecutionLimits;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.OperationEvent.AttemptFailed;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.operation.Samples;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.ToolOutcome.BudgetExhausted;
import dev.interlock.runner.operation.ToolOutcome.FailedPermanent;
import dev.interlock.runner.operation.ToolOutcome.FailedRetryable;
import dev.interlock.runner.operation.ToolOutcome.OutcomeUnknown;
import dev.interlock.runner.operation.ToolOutcome.Pending;
import dev.interlock.runner.operation.ToolOutcome.Succeeded;
import dev.interlock.runner.operation.Transitions;
import dev.interlock.runner.operation.Upstream;
import dev.interlock.runner.outcome.OutcomeTable.Row;
import dev.interlock.runner.outcome.ResultReader.Reading;
import dev.interlock.runner.outcome.Signal.Interruption;
import dev.interlock.runner.outcome.Signal.NoCompleteResponse;
import dev.interlock.runner.outcome.Signal.NothingSent;
import dev.interlock.runner.outcome.Signal.Obstacle;
import dev.interlock.runner.policy.Idempotency;
import dev.interlock.runner.policy.Idempotency.Mode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The outcome table in full: every signal × risk × idempotency × attempts left × an earlier
/// ambiguous attempt.
class OutcomeTableTest {
  private static final Instant NOW = Samples.NOW;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final ResultReader RESULTS =
      (body, overSize) -> {
        var text = new String(body, StandardCharsets.UTF_8);
        boolean valid = !overSize && text.equals(OutcomeTable.VALID);
        return new Reading(valid, valid ? text : null, false);
      };

  static List<Row> rows() {
    return OutcomeTable.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void eachSignalHasTheOutcomeThatTheTableSays(Row row) {
    for (var risk : Risk.values()) {
      for (var mode : Mode.values()) {
        expected(row, risk, mode)
            .ifPresent(expected ->
                assertThat(text(outcome(row, risk, mode)))
                    .as("%s, %s, idempotency %s", row, risk, mode)
                    .isEqualTo(expected));
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void whatFollowsDependsOnTheAttemptsLeftAndOnEarlierAttempts(Row row) {
    for (var risk : Risk.values()) {
      for (var mode : Mode.values()) {
        for (boolean left : List.of(true, false)) {
          for (boolean ambiguous : List.of(false, true)) {
            check(row, risk, mode, left, ambiguous);
          }
        }
      }
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void aCompleteAnswerThatMayBeRetriedIsRetriedNoSoonerThanItAsks(Row row) {
    for (var risk : Risk.values()) {
      for (var mode : Mode.values()) {
        if (outcome(row, risk, mode) instanceof FailedRetryable failed) {
          boolean complete = row.signal() instanceof Signal.Response;
          assertThat(failed.retryAfter())
              .isEqualTo(complete ? Duration.ofSeconds(7) : Duration.ZERO);
        }
      }
    }
  }

  @Test
  void theTableHasEveryObstacleAndEveryInterruption() {
    assertThat(rows().stream().map(Row::signal))
        .filteredOn(NothingSent.class::isInstance)
        .extracting(signal -> ((NothingSent) signal).obstacle())
        .containsExactlyInAnyOrder(Obstacle.values());
    assertThat(rows().stream().map(Row::signal))
        .filteredOn(NoCompleteResponse.class::isInstance)
        .extracting(signal -> ((NoCompleteResponse) signal).interruption())
        .contains(Interruption.values());
  }

  @Test
  void whatIsLocalTakesNoRetryTokenFromTheUpstream() {
    assertThat(Obstacle.values())
        .filteredOn(OutcomeClassification::isLocal)
        .containsExactlyInAnyOrder(
            Obstacle.RATE_LIMITED,
            Obstacle.CANCELLED,
            Obstacle.LEASE_LOST,
            Obstacle.CIRCUIT_OPEN,
            Obstacle.NO_CONNECTION);
  }

  @Test
  void aPendingAnswerWithoutOneLocationHasNoHandle() {
    var promises = new Promises(Risk.IRREVERSIBLE_WRITE, true, Set.of(), 0, true);
    for (var headers :
        List.of(
            java.util.Map.<String, List<String>>of(),
            java.util.Map.of("location", List.of("/jobs/1", "/jobs/2")))) {
      var response = new Signal.Response(202, headers, new byte[0], false);
      assertThat(OutcomeClassification.classify(response, promises, RESULTS, NOW))
          .isEqualTo(new Pending(null));
    }
  }

  private static void check(Row row, Risk risk, Mode mode, boolean left, boolean ambiguous) {
    if (expected(row, risk, mode).isEmpty()) {
      return;
    }
    var first = ambiguous ? lost() : refused();
    var begun = begin(risk, left ? 4 : 2);
    var afterFirst = RetryDecision.decide(begun, classify(first, risk, mode), circumstances());
    if (ambiguous && risk.isWrite() && mode == Mode.NONE) {
      assertThat(afterFirst)
          .as("an unkeyed write that may have had its effect has no second attempt")
          .isEqualTo(new FindOut(ToolErrorCode.TIMEOUT_UNKNOWN, null));
      return;
    }
    var state = second(begun, (RetryAt) afterFirst);
    var outcome = outcome(row, risk, mode);
    // A read has no effect, so that nothing about it is ever ambiguous.
    var column =
        (left ? "left, " : "none left, ") + (ambiguous && risk.isWrite() ? "ambiguous" : "clean");
    assertThat(text(RetryDecision.decide(state, outcome, circumstances()), outcome))
        .as("%s, %s, idempotency %s, %s", row, risk, mode, column)
        .isEqualTo(OutcomeTable.follows(kind(expected(row, risk, mode).orElseThrow()), column));
  }

  /// The expected cell, without its code.
  private static String kind(String cell) {
    return cell.startsWith("succeeded") ? "succeeded" : cell.substring(0, cell.lastIndexOf(' '));
  }

  private static Optional<String> expected(Row row, Risk risk, Mode mode) {
    var cell = !risk.isWrite() ? row.read() : mode == Mode.NONE ? row.unkeyed() : row.keyed();
    return cell.equals("n/a") ? Optional.empty() : Optional.of(cell);
  }

  private static ToolOutcome outcome(Row row, Risk risk, Mode mode) {
    var promises =
        new Promises(
            risk, keyed(mode), row.refusedBefore(), row.inFlightStatus(), row.pendingOn202());
    return OutcomeClassification.classify(row.signal(), promises, RESULTS, NOW);
  }

  private static ToolOutcome classify(Signal signal, Risk risk, Mode mode) {
    var promises = new Promises(risk, keyed(mode), Set.of(), 0, false);
    return OutcomeClassification.classify(signal, promises, RESULTS, NOW);
  }

  private static boolean keyed(Mode mode) {
    return new Idempotency(mode, null, false, 0).keyed();
  }

  private static Signal lost() {
    return new NoCompleteResponse(Interruption.TIMEOUT, 0, "5 s");
  }

  private static Signal refused() {
    return new NothingSent(Obstacle.CONNECTION_REFUSED, "refused");
  }

  private static Executing begin(Risk risk, int maxAttempts) {
    var sample = Samples.intent(risk);
    var intent =
        new Intent(
            sample.proposal(),
            sample.frozenInput(),
            sample.inputHash(),
            sample.policy(),
            risk,
            sample.authorization(),
            new ExecutionLimits(NOW.plusSeconds(120), maxAttempts, 8),
            null,
            null,
            0);
    return (Executing) Transitions.apply(new Operation.Validated(intent), started(1));
  }

  /// The state in which the second attempt is in flight.
  private static Executing second(Executing first, RetryAt decision) {
    var failed =
        new AttemptFailed(
            1, decision.code(), decision.mayHaveEffect(), Upstream.NONE, NOW, decision.at());
    return (Executing) Transitions.fold(first, List.of(failed, started(2)));
  }

  private static AttemptStarted started(int number) {
    return new AttemptStarted(Samples.KEY, number, Samples.OWNED, NOW, 5_000);
  }

  private static Circumstances circumstances() {
    return new Circumstances(NOW, PAUSE, null, true, true);
  }

  private static String text(ToolOutcome outcome) {
    return switch (outcome) {
      case FailedRetryable(var code, var mayHaveEffect, _) ->
          (mayHaveEffect ? "retry with the key " : "retry ") + code.wireName();
      case OutcomeUnknown(var code) -> "unknown " + code.wireName();
      case Pending(var handle) -> "pending " + handle;
      case Succeeded(var shown, _, var withheld) when withheld == ToolErrorCode.INVALID_RESULT ->
          shown == null ? "succeeded, withheld" : "succeeded, withheld but shown";
      case Succeeded(var shown, _, var withheld) ->
          withheld == null && OutcomeTable.VALID.equals(shown) ? "succeeded" : outcome.toString();
      case FailedPermanent(var code, _) -> "permanent " + code.wireName();
      case ToolOutcome.Rejected _, BudgetExhausted _ -> outcome.toString();
    };
  }

  private static String text(RetryDecision decision, ToolOutcome outcome) {
    return switch (decision) {
      case RetryAt(_, _, var mayHaveEffect) -> mayHaveEffect ? "again with the key" : "again";
      case FindOut(_, var handle) -> handle == null ? "find out" : "find out by handle";
      case Settle(BudgetExhausted _) -> "budget_exhausted";
      case Settle(var recorded) -> recorded.equals(outcome) ? "record" : recorded.toString();
    };
  }
}
