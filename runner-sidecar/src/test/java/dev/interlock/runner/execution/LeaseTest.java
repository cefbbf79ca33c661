package dev.interlock.runner.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.journal.JournalLocation;
import dev.interlock.runner.journal.Journals;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.policy.load.PolicyFiles;
import dev.interlock.runner.testing.Death;
import dev.interlock.runner.testing.OffsetClock;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import dev.interlock.runner.testing.Sidecar;
import io.vertx.core.Vertx;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What an instance does while it does not hold its lease, and what wakes an operation that waits.
@Timeout(60)
class LeaseTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Vertx vertx = Vertx.vertx();
  private final Death death = new Death(Death.Point.NEVER);
  private ScriptedUpstream upstream;

  @BeforeEach
  void start() {
    upstream = ScriptedUpstream.start(Script.always(201, "{}"));
  }

  @AfterEach
  void stop() {
    death.now();
    upstream.close();
    vertx.close().await();
  }

  @Test
  void noAttemptIsUsedUpBeforeTheLeaseIsHeld() {
    var leased = new CountDownLatch(1);
    try (var journal = journal()) {
      var runner = sidecar(lateLease(journal, leased), "retry: {maxAttempts: 1}").runner();
      var early = known(runner.call(call("c1", "o-1"), SHORT));
      assertThat(early.snapshot().state().stateName()).isEqualTo("validated");
      assertThat(upstream.requests()).isEmpty();
      leased.countDown();
      assertSucceeded(runner.call(call("c1", "o-1"), LONG));
      assertThat(upstream.effects()).hasSize(1);
    }
  }

  /// An operation that ends gives its place back; that is nothing to those whose outcome is
  /// unknown.
  @Test
  void whatOthersGiveBackCausesNoLookUp() throws Exception {
    upstream.follow(
        Script.reads(
            Script.always(500, "{}"),
            (number, _, reply) -> {
              if (number == 1) {
                reply.close();
              } else {
                reply.commit().json(201, "{}");
              }
            }));
    try (var journal = journal()) {
      var runner =
          sidecar(
                  journal,
                  """
                  concurrency: {maxInFlight: 2}
                  reconcile:
                    http: {method: GET, url: "%1$s/charges?order_id={input.order_id}"}
                    rules: [{when: "response.status == 200", outcome: Succeeded}]
                    settleAfter: 0s
                    backoff: {initial: 1h, max: 1h}
                    deadline: 24h
                  """)
              .runner();
      var unknown = known(runner.call(call("c1", "o-1"), LONG)).snapshot();
      assertThat(unknown.state().stateName()).isEqualTo("outcome_unknown");
      for (int i = 2; i < 6; i++) {
        assertSucceeded(runner.call(call("c" + i, "o-" + i), LONG));
      }
      assertThat(upstream.requests())
          .filteredOn(request -> request.method().equals("GET"))
          .hasSizeLessThanOrEqualTo(1);
    }
  }

  private static Journal journal() {
    return Journals.open(new JournalLocation.InMemory(), new OffsetClock());
  }

  /// The lease is made, and the answer comes when the latch opens.
  private static Journal lateLease(Journal journal, CountDownLatch leased) {
    return (Journal)
        Proxy.newProxyInstance(
            Journal.class.getClassLoader(),
            new Class<?>[] {Journal.class},
            (_, method, arguments) -> {
              try {
                var answer = method.invoke(journal, arguments);
                if (method.getName().equals("renewLease")) {
                  leased.await();
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private Engine sidecar(Journal journal, String lines) {
    var yaml =
        """
        apiVersion: interlock.dev/v1alpha1
        kind: ToolPolicy
        metadata: {name: charge-card}
        spec:
          tool:
            description: Charge the card for an order.
            inputSchema: {type: object, required: [order_id], properties: {order_id: {type: string}}}
          risk: IrreversibleWrite
          approval: {mode: Never}
          upstream: {http: {method: POST, url: "%s/charges"}}
        %s\
        """
            .formatted(upstream.url(), lines.formatted(upstream.url()).strip().indent(2));
    var policies = new PolicyFiles(Duration.ofDays(30)).parse(yaml);
    return new Sidecar(vertx, journal, policies, death, UnaryOperator.identity()).engine();
  }

  private static Call call(String id, String order) {
    var arguments = "{\"order_id\":\"%s\"}".formatted(order);
    return new Call(
        new CallId(id),
        "charge_card",
        arguments,
        new RunId("run-1"),
        1,
        Sidecar.AGENT,
        "0".repeat(32),
        null);
  }

  private static void assertSucceeded(Answer answer) {
    assertThat(known(answer).snapshot().state())
        .isInstanceOfSatisfying(
            Operation.Recorded.class,
            recorded -> assertThat(recorded.outcome()).isInstanceOf(ToolOutcome.Succeeded.class));
  }

  private static Answer.Known known(Answer answer) {
    assertThat(answer).isInstanceOf(Answer.Known.class);
    return (Answer.Known) answer;
  }
}
