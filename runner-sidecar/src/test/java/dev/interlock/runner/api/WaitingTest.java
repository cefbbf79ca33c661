package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAID;
import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Decisions.Person;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.testing.Script;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Waiting for outcomes, approvals, cancellation, runs and the record of it all.
@Timeout(60)
class WaitingTest {
  @TempDir private Path folder;

  @Test
  void aCallThatMayNotWaitIsToldWhereToAsk() throws Exception {
    var gate = new CountDownLatch(1);
    try (var door = RunningDoor.open(folder, Script.after(gate, PAY))) {
      var going =
          door.post(
              "/v1/tools/charge_card/calls",
              "{\"run_id\":\"run-1\",\"call_id\":\"c\",\"arguments\":{}}",
              "Prefer",
              "respond-async, wait=0");
      assertThat(going.statusCode()).isEqualTo(202);
      assertThat(status(going)).isEqualTo("executing");
      var location = going.headers().firstValue("Location").orElseThrow();
      assertThat(location).isEqualTo("/v1/operations/" + operation(going));
      assertThat(door.get(location).statusCode()).isEqualTo(202);
      gate.countDown();
      var done = door.get(location + "?wait=20s");
      assertThat(done.statusCode()).isEqualTo(200);
      assertThat(status(done)).isEqualTo("succeeded");
      assertThat(json(done).path("result").toString())
          .as("only what the policy shows")
          .isEqualTo("{\"id\":\"ch_1\",\"status\":\"paid\"}");
      assertThat(done.headers().firstValue("Interlock-Outcome-Source")).hasValue("tool");
      assertThat(done.headers().firstValue("Interlock-Operation")).hasValue(operation(going));
      var byCall = door.get("/v1/operations?run_id=run-1&call_id=c");
      assertThat(operation(byCall)).isEqualTo(operation(going));
    }
  }

  @Test
  void anApprovalIsAskedForAndWaitedFor() {
    try (var door = RunningDoor.askingPeople(folder, PAY)) {
      var waiting = door.call("c", "{\"order_id\":\"o-1\"}");
      assertThat(waiting.statusCode()).isEqualTo(200);
      assertThat(status(waiting)).isEqualTo("awaiting_approval");
      assertThat(json(waiting).path("approval").path("name").asString())
          .isEqualTo(operation(waiting));
      assertThat(door.upstream.requests()).isEmpty();
      var _ =
          door.engine
              .decisions()
              .approve(
                  new OperationId(operation(waiting)),
                  new Person("alice", List.of(), "local"),
                  true,
                  null);
      HttpResponse<String> answer = waiting;
      while (!status(answer).equals("succeeded")) {
        answer = door.get("/v1/operations/%s?wait=10s".formatted(operation(waiting)));
      }
      assertThat(door.upstream.effects()).hasSize(1);
    }
  }

  @Test
  void aCallThatWaitsForApprovalCanBeCancelled() {
    try (var door = RunningDoor.askingPeople(folder, PAY)) {
      var waiting = door.call("c", "{}");
      var cancelled = door.post("/v1/operations/%s/cancel".formatted(operation(waiting)), "");
      assertThat(status(cancelled)).isEqualTo("rejected");
      assertThat(json(cancelled).path("code").asString()).isEqualTo("cancelled");
      assertThat(door.upstream.requests()).isEmpty();
    }
  }

  @Test
  void theTraceHasEveryItemOfTheRecord() {
    var script = Script.inTurn(Script.always(503, "{}"), Script.always(201, PAID));
    try (var door = RunningDoor.open(folder, script)) {
      var answer =
          door.post(
              "/v1/tools/charge_card/calls",
              "{\"run_id\":\"run-1\",\"call_id\":\"c\",\"turn\":3,\"arguments\":{\"order_id\":\"canary\"}}",
              "traceparent",
              "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
      var trace = door.get("/v1/operations/%s/trace".formatted(operation(answer)));
      var record = json(trace);
      assertThat(record.path("trace_id").asString()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
      assertThat(record.path("run_id").asString()).isEqualTo("run-1");
      assertThat(record.path("turn").asInt()).isEqualTo(3);
      assertThat(record.path("call_id").asString()).isEqualTo("c");
      assertThat(record.path("tool").asString()).isEqualTo("charge_card");
      assertThat(record.path("input_hash").asString()).startsWith("jcsx1:sha256:");
      assertThat(record.path("risk").asString()).isEqualTo("irreversible_write");
      assertThat(record.path("policy").path("hash").asString()).isNotEmpty();
      assertThat(trace.body())
          .contains("\"event\":\"attempt_started\"", "\"timeout_ms\":10000", "\"attempt\":2")
          .contains("\"next_attempt_at\"", "\"upstream_status\":503", "\"upstream_status\":201")
          .contains("\"outcome\":\"succeeded\"", "\"result_hash\"", "\"result_summary\"")
          .doesNotContain("canary", "s3cr3t");
    }
  }

  @Test
  void aRunIsOpenedCountedAndClosed() {
    try (var door = RunningDoor.askingPeople(folder, PAY)) {
      var run =
          door.post("/v1/runs", "{\"run_id\":\"run-2\",\"max_turns\":2,\"max_spend\":\"1.5\"}");
      assertThat(json(run).path("closed").asBoolean()).isFalse();
      assertThat(json(door.post("/v1/runs", "")).path("run_id").asString()).startsWith("run-");
      assertThat(status(door.post("/v1/runs/run-2/turns", "{\"turn\":1}"))).isEqualTo("counted");
      assertThat(status(door.post("/v1/runs/run-2/turns", "{\"turn\":1}"))).isEqualTo("counted");
      assertThat(status(door.post("/v1/runs/run-2/turns", "{\"turn\":2}"))).isEqualTo("counted");
      var spent = door.post("/v1/runs/run-2/turns", "{\"turn\":3,\"cost\":0.1}");
      assertThat(status(spent)).isEqualTo("budget_exhausted");
      assertThat(json(spent).path("code").asString()).isEqualTo("turn_budget");
      var waiting = door.call("c", "{}");
      assertThat(json(door.post("/v1/runs/run-1/close", "")).path("closed").asBoolean()).isTrue();
      var after = door.get("/v1/operations/" + operation(waiting));
      assertThat(status(after)).isEqualTo("rejected");
      assertThat(json(door.call("d", "{}")).path("code").asString()).isEqualTo("cancelled");
    }
  }

  @Test
  void aRunnerThatStopsRefusesNewRequests() {
    try (var door = RunningDoor.open(folder, PAY)) {
      door.api.drain();
      var refused = door.call("c", "{}");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(refused.headers().firstValue("Retry-After")).isPresent();
      assertThat(door.upstream.requests()).isEmpty();
    }
  }

  private static String status(HttpResponse<String> response) {
    return json(response).path("status").asString();
  }

  private static String operation(HttpResponse<String> response) {
    return json(response).path("logical_operation_id").asString();
  }
}
