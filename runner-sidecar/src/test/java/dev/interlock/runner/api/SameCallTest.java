package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.detail;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.testing.Script;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// However often a call comes, it is one operation, and every call is answered.
@Timeout(60)
class SameCallTest {
  @TempDir private Path folder;

  @Test
  void fiftyIdenticalCallsAtOnceHaveOneEffectAndFiftyAnswers() throws Exception {
    var gate = new CountDownLatch(1);
    try (var door = RunningDoor.open(folder, Script.after(gate, PAY));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<HttpResponse<String>>> calls =
          IntStream.range(0, 50)
              .<Callable<HttpResponse<String>>>mapToObj(i ->
                  () -> door.call(i % 2 == 0 ? "same" : "other-" + i, "{\"order_id\":\"o-1\"}"))
              .map(threads::submit)
              .toList();
      door.upstream.awaitRequests(count -> count == 1);
      gate.countDown();
      for (int i = 0; i < calls.size(); i++) {
        var answer = calls.get(i).get();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(json(answer).path("status").asString()).isEqualTo("succeeded");
        assertThat(json(answer).path("call_id").asString())
            .isEqualTo(i % 2 == 0 ? "same" : "other-" + i);
      }
      assertThat(door.upstream.requests()).hasSize(1);
    }
  }

  @Test
  void otherArgumentsUnderAKnownCallIdAreAConflictAndTheOperationIsUntouched() {
    try (var door = RunningDoor.open(folder, PAY)) {
      var first = door.call("c", "{\"order_id\":\"o-1\"}");
      var conflict = door.call("c", "{\"order_id\":\"o-2\"}");
      assertThat(conflict.statusCode()).isEqualTo(409);
      assertThat(detail(conflict)).contains("use a new call id");
      assertThat(json(conflict).path("type").asString()).endsWith("call_conflict");
      var again = door.call("c", " {\"order_id\" : \"o-1\"} ");
      assertThat(json(again).path("logical_operation_id"))
          .isEqualTo(json(first).path("logical_operation_id"));
      assertThat(json(again).path("replayed").asBoolean()).isTrue();
      assertThat(door.upstream.effects()).hasSize(1);
    }
  }

  @Test
  void callIdsAreOpaqueAndEchoedVerbatim() {
    try (var door = RunningDoor.open(folder, PAY)) {
      for (var id : List.of("x", "y".repeat(256), "zażółć 🦆/?&=%2F", "  spaces  ")) {
        var answer = door.call(id, "{\"order_id\":\"%s\"}".formatted(id.length()));
        assertThat(json(answer).path("call_id").asString()).isEqualTo(id);
        assertThat(json(answer).path("status").asString()).isEqualTo("succeeded");
        var found = door.get("/v1/operations?run_id=run-1&call_id=" + RunsTest.encoded(id));
        assertThat(json(found).path("call_id").asString()).isEqualTo(id);
      }
      assertThat(door.upstream.effects()).hasSize(4);
    }
  }

  @Test
  void exactNumbersReachTheUpstream() {
    try (var door = RunningDoor.open(folder, PAY)) {
      var _ = door.call("c", "{\"amount\":12345678901234567890.10}");
      assertThat(door.upstream.requests().getFirst().body())
          .isEqualTo("{\"amount\":12345678901234567890.1}");
      var same = door.call("d", "{\"amount\":12345678901234567890.1000}");
      assertThat(json(same).path("replayed").asBoolean()).isTrue();
      assertThat(door.upstream.effects()).hasSize(1);
    }
  }
}
