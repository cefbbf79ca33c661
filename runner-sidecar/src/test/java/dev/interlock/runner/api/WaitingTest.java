package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Decisions.Person;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.testing.Script;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
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
  void aCallThatIsCancelledWhileItExecutesIsAnsweredAtOnceAndItsOutcomeFoundOut() throws Exception {
    var gate = new CountDownLatch(1);
    try (var door = RunningDoor.open(folder, Script.after(gate, PAY));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting = threads.submit(() -> door.call("c", "{}"));
      door.upstream.awaitRequests(count -> count == 1);
      var known = door.get("/v1/operations?run_id=run-1&call_id=c");
      var cancelled = door.post("/v1/operations/%s/cancel".formatted(operation(known)), "");
      assertThat(status(cancelled)).isIn("executing", "outcome_unknown");
      assertThat(status(waiting.get())).isIn("executing", "outcome_unknown");
      assertThat(json(cancelled).path("message").asString()).doesNotContain("nothing");
      gate.countDown();
      assertThat(door.upstream.requests()).as("no second attempt").hasSize(1);
    }
  }

  @Test
  void preferencesInSeveralHeadersAreOneList() throws Exception {
    var gate = new CountDownLatch(1);
    try (var door = RunningDoor.open(folder, Script.after(gate, PAY))) {
      var path = "/v1/tools/charge_card/calls";
      for (var wait : List.of("wait=0", "WAIT = 0", "wait=\"0\"", "handling=strict, wait=0")) {
        var going =
            door.post(
                path,
                "{\"run_id\":\"r\",\"call_id\":\"c\"}",
                "Prefer",
                "respond-async",
                "Prefer",
                wait);
        assertThat(going.statusCode()).as(wait).isEqualTo(202);
      }
      gate.countDown();
    }
  }

  @Test
  void anAgentThatLeftIsNotSaidToHaveTheAnswer() throws Exception {
    var gate = new CountDownLatch(1);
    try (var door = RunningDoor.open(folder, Script.after(gate, PAY))) {
      var body = "{\"run_id\":\"run-1\",\"call_id\":\"c\"}";
      try (var socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
        socket
            .getOutputStream()
            .write(
                "POST /v1/tools/charge_card/calls HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s"
                    .formatted(body.length(), body)
                    .getBytes(StandardCharsets.US_ASCII));
        door.upstream.awaitRequests(count -> count == 1);
      }
      // Once another request was answered, the door has seen the connection end.
      var known = door.get("/v1/operations?run_id=run-1&call_id=c");
      gate.countDown();
      var trace = "/v1/operations/%s/trace".formatted(operation(known));
      var record = door.get(trace);
      while (!record.body().contains("result_reported")) {
        record = door.get(trace);
      }
      assertThat(record.body()).contains("\"delivered\":false");
      assertThat(status(door.get("/v1/operations/" + operation(known)))).isEqualTo("succeeded");
    }
  }

  private static String status(HttpResponse<String> response) {
    return json(response).path("status").asString();
  }

  private static String operation(HttpResponse<String> response) {
    return json(response).path("logical_operation_id").asString();
  }
}
