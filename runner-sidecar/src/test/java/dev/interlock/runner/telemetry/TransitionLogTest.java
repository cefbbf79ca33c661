package dev.interlock.runner.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.interlock.runner.operation.Approval;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Basis.Proposal;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.ApprovalRequested;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.OperationEvent.InputFrozen;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.OperationEvent.ResultReported;
import dev.interlock.runner.operation.Samples;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Upstream;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class TransitionLogTest {
  private static final String CANARY = "canary-5e3f";

  private final Logger logger = (Logger) LoggerFactory.getLogger(TransitionLog.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final TransitionLog log = new TransitionLog();

  @BeforeEach
  void listen() {
    lines.start();
    logger.setLevel(Level.TRACE);
    logger.setAdditive(false);
    logger.addAppender(lines);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
    logger.setLevel(null);
  }

  @Test
  void whatAPersonHasToKnowIsOneLineWithNamesAndIds() {
    var operation = new CommitSamples();
    commit(
        operation.next(CommitSamples.proposed(), CommitSamples.frozen(), CommitSamples.attempt(1)));
    commit(operation.next(CommitSamples.lost()));
    commit(operation.next(new EvidenceRecorded(1, true, Upstream.NONE, null, Samples.NOW)));
    commit(operation.next(CommitSamples.recorded(CommitSamples.succeeded())));

    assertThat(lines.list.stream().map(TransitionLogTest::text))
        .containsExactly(
            "DEBUG committed operationId=op-01jx0000000000000000000000 runId=run-1 callId=call_7"
                + " tool=charge_card state=executing attempt=1",
            "WARN outcome unknown operationId=op-01jx0000000000000000000000 runId=run-1"
                + " callId=call_7 tool=charge_card state=outcome_unknown code=timeout_unknown",
            "DEBUG committed operationId=op-01jx0000000000000000000000 runId=run-1 callId=call_7"
                + " tool=charge_card state=outcome_unknown",
            "INFO outcome recorded operationId=op-01jx0000000000000000000000 runId=run-1"
                + " callId=call_7 tool=charge_card state=recorded outcome=succeeded attempts=1");
  }

  @Test
  void aDenialAndAQuestionToPeopleAreTold() {
    commit(
        new CommitSamples()
            .next(CommitSamples.proposed(), CommitSamples.recorded(CommitSamples.rejected())));
    commit(
        new CommitSamples()
            .next(CommitSamples.proposed(), CommitSamples.frozen(), CommitSamples.asked()));
    commit(CommitSamples.decided());

    assertThat(lines.list.stream().map(TransitionLogTest::text))
        .satisfiesExactly(
            denied ->
                assertThat(denied)
                    .startsWith("INFO outcome recorded ")
                    .endsWith("outcome=rejected attempts=0 code=forbidden"),
            asked -> assertThat(asked).startsWith("INFO approval requested "),
            decided -> assertThat(decided).startsWith("DEBUG committed "));
  }

  @Test
  void everyStateIsLoggedWhateverCameBefore() {
    for (var before : Samples.states().values()) {
      for (var after : Samples.states().values()) {
        log.committed(
            before,
            List.of(),
            new dev.interlock.runner.operation.Snapshot(after, 1, Samples.OWNED, null, false));
      }
    }
    assertThat(lines.list).hasSize(Samples.states().size() * Samples.states().size());
  }

  @Test
  void argumentsResultsSummariesAndClaimsAreNeverLogged() {
    var operation = new CommitSamples();
    commit(operation.next(new CallProposed(secretProposal()), new InputFrozen(secretIntent())));
    commit(operation.next(new ApprovalRequested(secretRequest())));
    var executing = new CommitSamples();
    commit(
        executing.next(
            new CallProposed(secretProposal()),
            new InputFrozen(secretIntent()),
            CommitSamples.attempt(1)));
    commit(executing.next(CommitSamples.lost()));
    commit(executing.next(new EvidenceRecorded(1, true, Upstream.NONE, CANARY, Samples.NOW)));
    commit(executing.next(secretOutcome()));
    commit(
        executing.next(
            new ResultReported(
                Samples.call().callId(), "{\"id\":\"" + CANARY + "\"}", true, Samples.NOW)));

    assertThat(lines.list).hasSize(7);
    assertThat(lines.list.stream().map(TransitionLogTest::text))
        .noneMatch(line -> line.contains(CANARY));
  }

  private static Proposal secretProposal() {
    var call = Samples.call();
    return new Proposal(
        Samples.ID,
        new Call(
            call.callId(),
            call.tool(),
            "{\"card\":\"" + CANARY + "\"}",
            call.runId(),
            call.turn(),
            call.agent(),
            call.traceId(),
            new EndUser("user-1", "{\"mail\":\"" + CANARY + "\"}")),
        Samples.NOW);
  }

  private static Intent secretIntent() {
    var intent = Samples.intent();
    return new Intent(
        secretProposal(),
        "{\"card\":\"" + CANARY + "\"}",
        intent.inputHash(),
        intent.policy(),
        intent.risk(),
        intent.authorization(),
        intent.limits(),
        CANARY,
        CANARY,
        0);
  }

  private static Approval.Request secretRequest() {
    var request = Samples.request();
    return new Approval.Request(
        "Charge " + CANARY,
        request.inputHash(),
        request.policyHash(),
        request.required(),
        request.users(),
        request.groups(),
        request.expiresAt());
  }

  private static OperationEvent secretOutcome() {
    return new OutcomeRecorded(
        new ToolOutcome.Succeeded("{\"id\":\"" + CANARY + "\"}", false, null),
        new Upstream(200, "ok", "h"),
        CANARY,
        Samples.NOW);
  }

  private void commit(CommitSamples.Commit commit) {
    log.committed(commit.before(), commit.events(), commit.after());
  }

  /// Everything that an encoder could write of it.
  private static String text(ILoggingEvent event) {
    var pairs =
        event.getKeyValuePairs() == null
            ? ""
            : event.getKeyValuePairs().stream()
                .map(pair -> " " + pair.key + "=" + pair.value)
                .collect(Collectors.joining());
    return event.getLevel() + " " + event.getFormattedMessage() + pairs;
  }
}
