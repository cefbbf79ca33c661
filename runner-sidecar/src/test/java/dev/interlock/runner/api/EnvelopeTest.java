package dev.interlock.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Answer;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Samples;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Upstream;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What the agent is told for every state, as a table.
class EnvelopeTest {
  @Test
  void everyStateHasItsStatusAndWhatMayBeDoneNext() {
    var table =
        Samples.states().entrySet().stream()
            .map(state -> row(state.getKey(), state.getValue()))
            .sorted()
            .collect(Collectors.joining("\n"));
    assertThat(table)
        .isEqualTo(
            """
            awaiting_approval (approved) -> executing - [check_status, wait]
            awaiting_approval -> awaiting_approval - [check_status, wait]
            executing (backing off) -> executing - [check_status, wait]
            executing (in flight) -> executing - [check_status, wait]
            executing (may have effect) -> executing - [check_status, wait]
            outcome_unknown -> outcome_unknown timeout_unknown [check_status, request_human_review]
            proposed -> executing - [check_status, wait]
            recorded -> succeeded - []
            reported -> succeeded - []
            validated -> executing - [check_status, wait]\
            """);
  }

  @Test
  void everyFinalCodeSaysWhatMayBeDoneAndNothingInvitesToTryAgain() {
    for (var code : ToolErrorCode.values()) {
      for (var outcome :
          Stream.of(
                  new ToolOutcome.Rejected(code, "because"),
                  new ToolOutcome.FailedPermanent(code, "because"),
                  new ToolOutcome.BudgetExhausted(code, "because"))
              .toList()) {
        var envelope = envelope(recorded(outcome));
        assertThat(envelope.code()).isEqualTo(code);
        assertThat(envelope.allowedNextActions()).isNotEmpty();
        assertThat(envelope.result()).isNull();
      }
    }
    for (var state : Samples.states().values()) {
      assertThat(envelope(state).message().toLowerCase(Locale.ROOT))
          .doesNotContain("again", "retry")
          .isNotBlank();
    }
  }

  @Test
  void aWithheldResultIsNotShownAndFlagged() {
    var envelope =
        envelope(recorded(new ToolOutcome.Succeeded(null, false, ToolErrorCode.INVALID_RESULT)));
    assertThat(envelope.status()).isEqualTo("succeeded");
    assertThat(envelope.code()).isEqualTo(ToolErrorCode.INVALID_RESULT);
    assertThat(EnvelopeJson.write(envelope)).doesNotContain("\"result\":");
  }

  static Recorded recorded(ToolOutcome.Final outcome) {
    return new Recorded(Samples.intent(), outcome, Upstream.NONE, 1, Samples.NOW);
  }

  private static String row(String name, Operation state) {
    var envelope = envelope(state);
    return "%s -> %s %s %s"
        .formatted(
            name,
            envelope.status(),
            envelope.code() == null ? "-" : envelope.code().wireName(),
            envelope.allowedNextActions().stream().map(NextAction::wireName).toList());
  }

  private static ResultEnvelope envelope(Operation state) {
    var snapshot = new Snapshot(state, 1, Samples.OWNED, Samples.NOW, false);
    return ResultEnvelope.of(
        new Answer.Known(snapshot, state.basis().proposal().call().callId(), false));
  }
}
