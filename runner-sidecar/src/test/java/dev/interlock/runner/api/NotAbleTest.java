package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.detail;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.journal.JournalLocation;
import dev.interlock.runner.testing.Script;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// When the runner does nothing because it must not: it is stopping, its journal could forget, or a
/// rate limit holds the call back. The same call may come later and is executed once.
@Timeout(60)
class NotAbleTest {
  @TempDir private Path folder;

  @Test
  void aRunnerThatStopsRefusesNewRequests() {
    try (var door = RunningDoor.open(folder, PAY)) {
      door.api.drain();
      for (var refused : new HttpResponse<?>[] {door.call("c", "{}"), door.get("/v1/tools")}) {
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
      }
      assertThat(detail(door.call("c", "{}"))).isEqualTo("this runner is stopping");
      assertThat(door.upstream.requests()).isEmpty();
    }
  }

  @Test
  void whatRunsWhenTheRunnerStopsIsAnswered() throws Exception {
    var gate = new CountDownLatch(1);
    try (var door = RunningDoor.open(folder, Script.after(gate, PAY));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = threads.submit(() -> door.call("c", "{}"));
      door.upstream.awaitRequests(count -> count == 1);
      door.api.drain();
      gate.countDown();
      assertThat(json(running.get()).path("status").asString()).isEqualTo("succeeded");
    }
  }

  @Test
  void aWriteIsNotDoneWhenTheJournalCouldForgetIt() {
    try (var door =
        new RunningDoor(
            new JournalLocation.InMemory(),
            PAY,
            EndUserTokens.none(),
            url -> RunningDoor.charging(url, "Never"))) {
      var refused = door.call("c", "{}");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(json(refused).path("code").asString()).isEqualTo("journal_not_durable");
      assertThat(json(refused).path("message").asString()).contains("allow it in the policy");
      assertThat(door.get("/v1/operations?run_id=run-1&call_id=c").statusCode()).isEqualTo(404);
      assertThat(door.upstream.requests()).isEmpty();
    }
  }

  @Test
  void anInMemoryJournalWillDoWhereThePolicyAllowsIt() {
    try (var door =
        new RunningDoor(
            new JournalLocation.InMemory(),
            PAY,
            EndUserTokens.none(),
            url -> RunningDoor.charging(url, "Never") + "  journal: {allowVolatile: true}\n")) {
      assertThat(json(door.call("c", "{}")).path("status").asString()).isEqualTo("succeeded");
      assertThat(json(door.call("c", "{}")).path("replayed").asBoolean()).isTrue();
      assertThat(door.upstream.effects()).hasSize(1);
    }
  }

  @Test
  void aCallBeyondARateLimitIsToldWhenToComeAndLeavesNothingBehind() {
    try (var door =
        RunningDoor.with(
            folder,
            PAY,
            url -> RunningDoor.charging(url, "Never") + "  rateLimits: [{limit: 1, per: 1h}]\n")) {
      assertThat(json(door.call("c", "{}")).path("status").asString()).isEqualTo("succeeded");
      var held = door.call("d", "{\"order_id\":\"o-2\"}");
      assertThat(held.statusCode()).isEqualTo(200);
      assertThat(json(held).path("code").asString()).isEqualTo("rate_limited");
      assertThat(json(held).path("allowed_next_actions").toString()).isEqualTo("[\"wait\"]");
      long millis = json(held).path("retry_after_ms").asLong();
      assertThat(millis).isBetween(1L, 3_600_000L);
      assertThat(held.headers().firstValueAsLong("Retry-After").orElseThrow())
          .isEqualTo((millis + 999) / 1000);
      assertThat(held.headers().firstValue("Interlock-Operation")).isEmpty();
      assertThat(door.get("/v1/operations?run_id=run-1&call_id=d").statusCode()).isEqualTo(404);
      assertThat(json(door.call("c", "{}")).path("replayed").asBoolean())
          .as("what is known is answered all the same")
          .isTrue();
      assertThat(door.upstream.requests()).hasSize(1);
    }
  }
}
