package dev.interlock.runner.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.load.PolicyFiles;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Time stands still unless a test moves it.
class LocalRateLimitsTest {
  private static final Agent AGENT = new Agent("shop", "pod-1", "support", Map.of());

  private final ManualMeter time = new ManualMeter();
  private final LocalRateLimits limits = new LocalRateLimits(time);

  /// Nanoseconds that pass when told to.
  private static final class ManualMeter implements TimeMeter {
    private long nanos;

    void pass(Duration duration) {
      nanos += duration.toNanos();
    }

    @Override
    public long currentTimeNanos() {
      return nanos;
    }

    @Override
    public boolean isWallClockBased() {
      return false;
    }
  }

  @Test
  void withoutALimitEveryCallGoesOn() {
    var free = tool("get-order", "");
    IntStream.range(0, 1_000).forEach(_ -> assertThat(limits.take(free, call("r", null))).isZero());
  }

  @Test
  void callsBeyondTheLimitAreToldHowLongToWait() {
    var tool = tool("get-order", "{limit: 2, per: 1m, scope: Tool}");

    assertThat(limits.take(tool, call("r", null))).isZero();
    assertThat(limits.take(tool, call("r", null))).isZero();
    assertThat(limits.take(tool, call("r", null))).isEqualTo(Duration.ofSeconds(30));

    time.pass(Duration.ofSeconds(10));
    assertThat(limits.take(tool, call("r", null))).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void whoWaitsAsToldIsLetThroughAndNotEarlier() {
    var tool = tool("get-order", "{limit: 3, per: 1m, scope: Tool}");
    IntStream.range(0, 3).forEach(_ -> limits.take(tool, call("r", null)));
    var pause = limits.take(tool, call("r", null));

    time.pass(pause.minusNanos(1));
    assertThat(limits.take(tool, call("r", null))).isEqualTo(Duration.ofNanos(1));
    time.pass(Duration.ofNanos(1));
    assertThat(limits.take(tool, call("r", null))).isZero();
    assertThat(limits.take(tool, call("r", null))).isPositive();
  }

  @Test
  void aLongPauseSavesUpNoMoreThanTheLimit() {
    var tool = tool("get-order", "{limit: 2, per: 1s, scope: Tool}");
    limits.take(tool, call("r", null));
    time.pass(Duration.ofDays(365));

    assertThat(limits.take(tool, call("r", null))).isZero();
    assertThat(limits.take(tool, call("r", null))).isZero();
    assertThat(limits.take(tool, call("r", null))).isPositive();
  }

  @Test
  void aCallTakesFromAllLimitsOrFromNone() {
    var tool =
        tool("get-order", "{limit: 1, per: 1m, scope: Run}, {limit: 2, per: 1h, scope: Tool}");
    assertThat(limits.take(tool, call("one", null))).isZero();
    assertThat(limits.take(tool, call("one", null))).isEqualTo(Duration.ofMinutes(1));

    assertThat(limits.take(tool, call("two", null)))
        .as("the refused call took nothing from the tool's limit")
        .isZero();
    assertThat(limits.take(tool, call("three", null)))
        .as("the longest wait of all limits counts")
        .isEqualTo(Duration.ofMinutes(30));
  }

  @Test
  void eachToolHasItsOwnLimit() {
    var one = tool("get-order", "{limit: 1, per: 1m, scope: Tool}");
    var other = tool("get-user", "{limit: 1, per: 1m, scope: Tool}");

    assertThat(limits.take(one, call("r", null))).isZero();
    assertThat(limits.take(one, call("r", null))).isPositive();
    assertThat(limits.take(other, call("r", null))).isZero();
  }

  @Test
  void aLimitOfARunIsNotSharedWithOtherRuns() {
    var tool = tool("get-order", "{limit: 1, per: 1m, scope: Run}");

    assertThat(limits.take(tool, call("one", null))).isZero();
    assertThat(limits.take(tool, call("one", null))).isPositive();
    assertThat(limits.take(tool, call("two", null))).isZero();
  }

  @Test
  void aLimitOfAUserIsSharedByItsRunsAndCallsWithoutAUserShareOne() {
    var tool = tool("get-order", "{limit: 1, per: 1m, scope: User}");

    assertThat(limits.take(tool, call("one", "alice"))).isZero();
    assertThat(limits.take(tool, call("two", "alice"))).isPositive();
    assertThat(limits.take(tool, call("two", "bob"))).isZero();
    assertThat(limits.take(tool, call("one", null))).isZero();
    assertThat(limits.take(tool, call("two", null))).isPositive();
  }

  @Test
  void aLimitOfAnAgentIsSharedByAllPodsOfItsServiceAccount() {
    var tool = tool("get-order", "{limit: 1, per: 1m, scope: Agent}");

    assertThat(limits.take(tool, call(AGENT))).isZero();
    assertThat(limits.take(tool, call(new Agent("shop", "pod-2", "support", Map.of()))))
        .isPositive();
    assertThat(limits.take(tool, call(new Agent("shop", "pod-1", "other", Map.of())))).isZero();
    assertThat(limits.take(tool, call(new Agent("bank", "pod-1", "support", Map.of())))).isZero();
  }

  @Test
  void aChangedLimitCountsAtOnce() {
    limits.take(tool("get-order", "{limit: 1, per: 1h, scope: Tool}"), call("r", null));

    assertThat(limits.take(tool("get-order", "{limit: 5, per: 1h, scope: Tool}"), call("r", null)))
        .isZero();
  }

  @Test
  void onlyTheBucketsUsedLastAreRemembered() {
    var tool = tool("get-order", "{limit: 1, per: 1h, scope: Run}");
    limits.take(tool, call("first", null));
    limits.take(tool, call("second", null));
    IntStream.range(0, 9_998).forEach(i -> limits.take(tool, call("run-" + i, null)));
    assertThat(limits.take(tool, call("first", null))).as("remembered, and used").isPositive();

    limits.take(tool, call("one more", null));

    assertThat(limits.take(tool, call("first", null))).isPositive();
    assertThat(limits.take(tool, call("second", null))).as("forgotten").isZero();
  }

  @Test
  void parallelCallsCannotOvershoot() throws Exception {
    var tool = tool("get-order", "{limit: 50, per: 1h, scope: Tool}");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers =
          IntStream.range(0, 500)
              .mapToObj(_ -> threads.submit(() -> limits.take(tool, call("r", null)).isZero()))
              .toList();
      int through = 0;
      for (var answer : answers) {
        through += answer.get() ? 1 : 0;
      }
      assertThat(through).isEqualTo(50);
    }
  }

  private static ToolContract tool(String name, String rateLimits) {
    var policies =
        new PolicyFiles(Duration.ofDays(30))
            .parse(
                """
                apiVersion: interlock.dev/v1alpha1
                kind: ToolPolicy
                metadata: {name: %s}
                spec:
                  tool:
                    description: Get something.
                    inputSchema: {type: object}
                  risk: Read
                  upstream: {http: {method: GET, url: "http://127.0.0.1:9/"}}
                  rateLimits: [%s]
                """
                    .formatted(name, rateLimits));
    return policies.find(name.replace('-', '_'), AGENT).orElseThrow();
  }

  private static Call call(String run, @Nullable String user) {
    return new Call(
        new CallId("call"),
        "get_order",
        "{}",
        new RunId(run.replace(' ', '-')),
        1,
        AGENT,
        "0".repeat(32),
        user == null ? null : new EndUser(user, "{}"));
  }

  private static Call call(Agent agent) {
    return new Call(
        new CallId("call"), "get_order", "{}", new RunId("r"), 1, agent, "0".repeat(32), null);
  }
}
