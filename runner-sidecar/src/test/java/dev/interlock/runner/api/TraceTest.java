package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAID;
import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Decisions.Person;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Samples;
import dev.interlock.runner.testing.Script;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The execution record. Source: the article, "Evaluate traces, not final prose": record at least
/// trace, run, turn and call ids; tool, operation, input hash, risk; state transitions and policy
/// decisions; attempts, time-out, latency, backoff; approval actor and decision; outcome class,
/// upstream status, whether reconciliation ran; a redacted summary.
@Timeout(60)
class TraceTest {
  private static final String TRACE = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @TempDir private Path folder;

  @Test
  void aCallThatWasSentTwiceHasEveryItemOfTheRecord() {
    var script = Script.inTurn(Script.always(503, "{}"), Script.always(201, PAID));
    try (var door = RunningDoor.open(folder, script)) {
      var answer =
          door.post(
              "/v1/tools/charge_card/calls",
              "{\"run_id\":\"run-1\",\"call_id\":\"c\",\"turn\":3,\"arguments\":{\"order_id\":\"canary\"}}",
              "traceparent",
              TRACE);
      var record = trace(door, answer);
      assertThat(record.path("trace_id").asString()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
      assertThat(record.path("run_id").asString()).isEqualTo("run-1");
      assertThat(record.path("turn").asInt()).isEqualTo(3);
      assertThat(record.path("call_id").asString()).isEqualTo("c");
      assertThat(record.path("tool").asString()).isEqualTo("charge_card");
      assertThat(record.path("logical_operation_id").asString()).isEqualTo(operation(answer));
      assertThat(record.path("input_hash").asString()).startsWith("jcsx1:sha256:");
      assertThat(record.path("risk").asString()).isEqualTo("irreversible_write");
      assertThat(record.path("policy").path("name").asString()).isEqualTo("charge-card");
      assertThat(record.path("attempts").asInt()).isEqualTo(2);
      assertThat(record.path("reconciled").asBoolean()).isFalse();
      assertThat(names(record).subList(0, 5))
          .containsExactly(
              "call_proposed proposed",
              "input_frozen validated",
              "attempt_started executing",
              "attempt_failed executing",
              "attempt_started executing");
      assertThat(event(record, "input_frozen").has("authorization")).isTrue();
      var first = event(record, "attempt_started");
      assertThat(first.path("timeout_ms").asInt()).isEqualTo(10_000);
      var failed = event(record, "attempt_failed");
      assertThat(failed.path("upstream_status").asInt()).isEqualTo(503);
      assertThat(failed.path("code").asString()).isEqualTo("upstream_unavailable");
      assertThat(failed.path("backoff_ms").asInt()).isBetween(0, 10);
      assertThat(failed.path("latency_ms").isIntegralNumber()).isTrue();
      var recorded = event(record, "outcome_recorded");
      assertThat(recorded.path("outcome").asString()).isEqualTo("succeeded");
      assertThat(recorded.path("upstream_status").asInt()).isEqualTo(201);
      assertThat(recorded.path("latency_ms").isIntegralNumber()).isTrue();
      assertThat(recorded.path("result_hash").asString()).hasSize(64);
      assertThat(recorded.path("result_summary").asString()).contains("ch_1");
      assertThat(record.toString()).doesNotContain("canary", "s3cr3t");
    }
  }

  @Test
  void anApprovalIsRecordedWithItsActor() {
    try (var door = RunningDoor.askingPeople(folder, PAY)) {
      var waiting = door.call("c", "{}");
      var _ =
          door.engine
              .decisions()
              .approve(
                  new OperationId(operation(waiting)),
                  new Person("alice", List.of(), "local"),
                  false,
                  "not today");
      HttpResponse<String> answer = waiting;
      while (json(answer).path("status").asString().equals("awaiting_approval")) {
        answer = door.get("/v1/operations/%s?wait=10s".formatted(operation(waiting)));
      }
      assertThat(json(answer).path("code").asString()).isEqualTo("approval_rejected");
      var record = trace(door, waiting);
      assertThat(event(record, "approval_requested").path("summary").asString())
          .isEqualTo("Charge it");
      var decided = event(record, "approval_decided");
      assertThat(decided.path("approver").asString()).isEqualTo("alice");
      assertThat(decided.path("granted").asBoolean()).isFalse();
      assertThat(decided.path("reason").asString()).isEqualTo("not today");
      assertThat(record.path("attempts").asInt()).isZero();
      assertThat(door.upstream.requests()).isEmpty();
    }
  }

  @Test
  void aReconciledOutcomeSaysSo() throws Exception {
    var mail = Files.readString(Path.of("../examples/policies/send-mail.yaml"));
    var found = "{\"data\":[{\"id\":\"m_1\",\"status\":\"sent\"}]}";
    var script = Script.reads((_, _, reply) -> reply.json(200, found), Script.commitThenDrop());
    try (var door =
        RunningDoor.with(
            folder,
            script,
            url ->
                mail.replace("http://127.0.0.1:8099", url)
                    .replace("initial: 1s", "initial: 1ms"))) {
      HttpResponse<String> answer =
          door.post(
              "/v1/tools/send_mail/calls",
              "{\"run_id\":\"r\",\"call_id\":\"c\",\"arguments\":"
                  + "{\"to\":\"a@example.org\",\"subject\":\"s\",\"text\":\"t\"}}");
      while (!json(answer).path("status").asString().equals("succeeded")) {
        answer = door.get("/v1/operations/%s?wait=10s".formatted(operation(answer)));
      }
      var record = trace(door, answer);
      assertThat(record.path("reconciled").asBoolean()).isTrue();
      assertThat(event(record, "outcome_lost").path("code").asString())
          .isEqualTo("timeout_unknown");
      assertThat(event(record, "outcome_lost").path("latency_ms").isIntegralNumber()).isTrue();
      assertThat(event(record, "outcome_reconciled").path("found").asString())
          .isEqualTo("committed");
      assertThat(door.upstream.effects()).hasSize(1);
    }
  }

  @Test
  void aRefusalIsRecordedWithoutAnyAttempt() {
    try (var door = RunningDoor.open(folder, PAY)) {
      var record = trace(door, door.call("c", "{\"order_id\":7}"));
      assertThat(names(record)).startsWith("call_proposed proposed", "outcome_recorded recorded");
      assertThat(event(record, "outcome_recorded").path("code").asString())
          .isEqualTo("invalid_arguments");
      assertThat(event(record, "outcome_recorded").has("latency_ms")).isFalse();
    }
  }

  @Test
  void everyKindOfEventIsWrittenAsTheDocumentDescribes() {
    var written = new TreeSet<String>();
    var events = new ArrayList<>(Samples.events().values());
    events.add(new CallProposed(Samples.proposal()));
    for (var event : events) {
      var line = JsonNodeFactory.instance.objectNode();
      line.put("sequence", 1).put("stored_at", "2026-12-01T10:00:00Z").put("state", "executing");
      TraceEvent.write(event, line);
      ApiDocument.shared().valid("/components/schemas/TraceEvent", line, line.toString());
      written.add(line.path("event").asString());
    }
    var described = new TreeSet<String>();
    ApiDocument.shared()
        .root()
        .at("/components/schemas/TraceEvent/properties/event/enum")
        .forEach(name -> described.add(name.asString()));
    assertThat(written).isEqualTo(described);
  }

  private static JsonNode trace(RunningDoor door, HttpResponse<String> answer) {
    return json(door.get("/v1/operations/%s/trace".formatted(operation(answer))));
  }

  private static List<String> names(JsonNode record) {
    return record
        .path("events")
        .valueStream()
        .map(event -> event.path("event").asString() + " " + event.path("state").asString())
        .toList();
  }

  private static JsonNode event(JsonNode record, String name) {
    return record
        .path("events")
        .valueStream()
        .filter(event -> event.path("event").asString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + record));
  }

  private static String operation(HttpResponse<String> response) {
    return json(response).path("logical_operation_id").asString();
  }
}
