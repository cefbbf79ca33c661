package dev.interlock.runner;

import static dev.interlock.runner.FailureMode.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.JournalLocation;
import dev.interlock.runner.journal.Journals;
import dev.interlock.runner.policy.load.PolicyFiles;
import dev.interlock.runner.testing.Conversation;
import dev.interlock.runner.testing.Death;
import dev.interlock.runner.testing.OffsetClock;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The article's failure modes, each with its whole trace and the number of effects, over a real
/// journal and real HTTP. Then each again with the sidecar killed before and after every commit.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FailureModesTest {
  private static final String PAID = "{\"id\":\"ch_1\",\"status\":\"paid\"}";
  private static final String KEYED =
      """
      risk: IrreversibleWrite
      approval: {mode: Never}
      idempotency: {mode: Key, in: {header: Idempotency-Key}, retention: 24h}
      retry: {maxAttempts: 4, backoff: {initial: 1ms, max: 10ms}}
      """;
  private static final String LOOKED_UP =
      """
      risk: IrreversibleWrite
      approval: {mode: Never}
      retry: {maxAttempts: 2, refusedBefore: [503], backoff: {initial: 1ms, max: 10ms}}
      reconcile:
        http: {method: GET, url: "%1$s/charges?order_id={input.order_id}"}
        rules:
          - {when: "response.status == 200 && size(response.body.data) > 0", outcome: Succeeded, result: "response.body.data[0]"}
          - {when: "response.status == 200", outcome: NotExecuted}
        settleAfter: 100ms
        backoff: {initial: 10ms, max: 100ms}
        deadline: 1h
      """;
  private static final Script LOOK_UP =
      (_, _, reply) -> reply.json(200, "{\"data\":[%s]}".formatted(reply.anyEffect() ? PAID : ""));
  private static final Script PAY =
      Script.keyed(
          "Idempotency-Key",
          (_, _, reply) -> reply.commit().json(201, PAID),
          (_, _, reply) -> reply.json(201, PAID));

  static final List<FailureMode> ROWS =
      List.of(
          row("Arguments fail schema validation", "No network span; terminal validation error")
              .policy(KEYED)
              .play((conversation, _) -> conversation.call("c1", "charge_card", "{\"order_id\":7}"))
              .trace(
                  0,
                  """
                  proposed
                  recorded rejected invalid_arguments
                  reported c1
                  """),
          row("User lacks permission", "No execution attempt; policy denial recorded")
              .policy(
                  KEYED
                      + "authorization: {rules: [{expression: \"'billing' in user.groups\","
                      + " message: Only billing may charge.}]}\n")
              .trace(
                  0,
                  """
                  proposed
                  validated
                  recorded rejected forbidden
                  reported c1
                  """),
          row("Approval is rejected", "Run resumes with rejection; tool never starts")
              .policy(KEYED.replace("mode: Never", "mode: Always, summary: Charge it"))
              .play((conversation, _) -> {
                conversation.call("c1", "charge_card", "{\"order_id\":\"o-1\"}");
                conversation.decide("c1", "alice", false);
                conversation.untilFinal("c1");
              })
              .trace(
                  0,
                  """
                  proposed
                  validated
                  awaiting_approval Charge it
                  denied by alice
                  recorded rejected approval_rejected
                  reported c1
                  """),
          row(
                  "Tool returns `503` twice, then succeeds",
                  "Three attempts under one logical operation ID and one retry budget")
              .policy(KEYED)
              .upstream(Script.inTurn(Script.always(503, "{}"), Script.always(503, "{}"), PAY))
              .trace(
                  1,
                  """
                  proposed
                  validated
                  executing attempt=1 key=K1
                  failed_retryable attempt=1 upstream_unavailable status=503
                  executing attempt=2 key=K1
                  failed_retryable attempt=2 upstream_unavailable status=503
                  executing attempt=3 key=K1
                  recorded succeeded
                  reported c1
                  """),
          row(
                  "Write commits, response times out",
                  "`outcome_unknown`, then reconciliation; no new logical operation")
              .policy(LOOKED_UP + "timeout: {attempt: 300ms, operation: 2m}\n")
              .upstream(Script.reads(LOOK_UP, Script.commitThenSilence()))
              .play((conversation, _) -> {
                conversation.call("c1", "charge_card", "{\"order_id\":\"o-1\"}");
                conversation.call("c2", "charge_card", "{\"order_id\":\"o-1\"}");
                conversation.untilFinal("c1");
              })
              .trace(
                  1,
                  """
                  proposed
                  validated
                  executing attempt=1 key=K1
                  outcome_unknown timeout_unknown
                  call_attached c2
                  outcome_reconciled found=committed by=look_up
                  recorded succeeded
                  reported c1
                  """),
          row(
                  "Process crashes after the write",
                  "Recovery finds the recorded intent and reuses the idempotency key")
              .policy(KEYED)
              .upstream(
                  Script.keyed(
                      "Idempotency-Key",
                      Script.commitThenSilence(),
                      (_, _, reply) -> reply.json(201, PAID)))
              .play((conversation, upstream) -> {
                var answer = conversation.begin("c1", "charge_card", "{\"order_id\":\"o-1\"}");
                upstream.awaitEffects(count -> count == 1);
                conversation.kill();
                answer.join();
              })
              .trace(
                  1,
                  """
                  proposed
                  validated
                  executing attempt=1 key=K1
                  ownership_taken epoch=2
                  failed_retryable attempt=1 timeout_unknown
                  executing attempt=2 key=K1
                  recorded succeeded
                  reported c1
                  """),
          row("Model keeps requesting tools", "Runner stops at the turn or tool-call budget")
              .policy(KEYED)
              .upstream(PAY)
              .operations(5)
              .play((conversation, _) -> {
                for (int call = 5; call >= 1; call--) {
                  conversation.call(
                      "c" + call, "charge_card", "{\"order_id\":\"o-%d\"}".formatted(call));
                }
              })
              .trace(
                  3,
                  """
                  proposed
                  recorded budget_exhausted tool_call_budget
                  reported c1
                  """),
          row(
                  "Cancelled call returns late",
                  "Late result is recorded but not attached to the closed turn")
              .policy(LOOKED_UP)
              // A transport that cannot be cancelled: the response comes all the same.
              .transport(
                  http -> (request, timeout, _) -> http.send(request, timeout, new Cancellation()))
              .play((conversation, upstream) -> {
                var gate = new CountDownLatch(1);
                upstream.follow(
                    Script.reads(
                        LOOK_UP,
                        (_, _, reply) -> {
                          reply.commit();
                          gate.await();
                          reply.json(201, PAID);
                        }));
                var answer = conversation.begin("c1", "charge_card", "{\"order_id\":\"o-1\"}");
                upstream.awaitEffects(count -> count == 1);
                conversation.cancel("c1");
                answer.join();
                gate.countDown();
                conversation.untilFinal("c1");
              })
              .trace(
                  1,
                  """
                  proposed
                  validated
                  executing attempt=1 key=K1
                  cancel_requested by=agent
                  evidence attempt=1 late=true status=201
                  recorded succeeded
                  reported c1
                  """));

  private Vertx vertx;

  @BeforeAll
  void open() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  void close() {
    vertx.close().await();
  }

  @ParameterizedTest(name = "{0}")
  @FieldSource("ROWS")
  void theTraceIsAsTheArticleExpects(FailureMode row, @TempDir Path folder) throws Exception {
    var clock = new OffsetClock();
    try (var journal = Journals.open(new JournalLocation.InFolder(folder), clock);
        var upstream = ScriptedUpstream.start(row.upstream());
        var conversation = converse(row, journal, clock, upstream, new Death(Death.Point.NEVER))) {
      row.play().run(conversation, upstream);
      assertThat(conversation.trace("c1")).isEqualTo(row.trace());
      assertThat(upstream.effects()).hasSize(row.effects());
      assertThat(conversation.operations()).hasSize(row.operations());
    }
  }

  /// Killed at every commit in turn, before it and after it, until a play ends without a death.
  @Timeout(60)
  @ParameterizedTest(name = "{0}, killed before and after every commit")
  @FieldSource("ROWS")
  void noDeathRepeatsOrLosesAnEffect(FailureMode row) throws Exception {
    for (boolean tookEffect : new boolean[] {false, true}) {
      int commit = 1;
      while (diedAt(row, new Death.Point(commit, tookEffect))) {
        commit++;
      }
      assertThat(commit).as("commits of this row").isGreaterThan(2);
    }
  }

  private boolean diedAt(FailureMode row, Death.Point point) throws Exception {
    var clock = new OffsetClock();
    var death = new Death(point);
    try (var journal = Journals.open(new JournalLocation.InMemory(), clock);
        var upstream = ScriptedUpstream.start(row.upstream());
        var conversation = converse(row, journal, clock, upstream, death)) {
      row.play().run(conversation, upstream);
      assertThat(upstream.effects()).as("effects, killed " + point).hasSize(row.effects());
      assertThat(conversation.operations())
          .as("operations, killed " + point)
          .hasSize(row.operations());
      assertThat(conversation.operations()).allMatch(found -> found.state().isTerminal());
      return death.isReached();
    }
  }

  private Conversation converse(
      FailureMode row, Journal journal, OffsetClock clock, ScriptedUpstream upstream, Death death) {
    return new Conversation(
        vertx,
        journal,
        clock,
        new PolicyFiles(Duration.ofDays(30)).parse(yaml(row, upstream)),
        row.transport(),
        death);
  }

  private static String yaml(FailureMode row, ScriptedUpstream upstream) {
    return """
    apiVersion: interlock.dev/v1alpha1
    kind: ToolPolicy
    metadata: {name: charge-card}
    spec:
      tool:
        description: Charge the card for an order.
        inputSchema:
          type: object
          required: [order_id]
          additionalProperties: false
          properties: {order_id: {type: string}}
      upstream: {http: {method: POST, url: "%s/charges"}}
    %s---
    apiVersion: interlock.dev/v1alpha1
    kind: RunBudget
    metadata: {name: small}
    spec: {maxToolCalls: 3}
    """
        .formatted(upstream.url(), row.policy().formatted(upstream.url()).strip().indent(2));
  }
}
