package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.detail;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// Everything that is wrong with a request gets a clear answer, and nothing is sent for it.
@Timeout(60)
class BadInputTest {
  private static RunningDoor door;

  @BeforeAll
  static void open(@TempDir Path folder) {
    door = RunningDoor.open(folder, PAY);
  }

  @AfterAll
  static void close() {
    assertThat(door.upstream.requests()).as("requests sent for bad input").isEmpty();
    door.close();
  }

  static final List<Arguments> ARGUMENTS =
      List.of(
          arguments("duplicate keys", "{\"order_id\":\"a\",\"order_id\":\"b\"}", "order_id"),
          arguments("NaN", "{\"amount\":NaN}", "NaN"),
          arguments("Infinity", "{\"amount\":Infinity}", "Infinity"),
          arguments("a lone surrogate", "{\"order_id\":\"\\ud800\"}", "surrogate"),
          arguments("half a value", "{\"order_id\":", ""),
          arguments("depth 10,000", "[".repeat(10_000) + "]".repeat(10_000), "deep"),
          arguments("a comment", "{/* no */}", ""));

  @ParameterizedTest(name = "{0} in the arguments makes the body no JSON")
  @FieldSource("ARGUMENTS")
  void argumentsThatAreNotJson(String what, String arguments, String named) {
    var response = door.call("call " + what, arguments);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(detail(response)).startsWith("the body is not JSON").contains(named);
  }

  static final List<Arguments> SCHEMA =
      List.of(
          arguments("a wrong type", "{\"order_id\":7}", "order_id"),
          arguments("an unknown field", "{\"order\":\"o-1\"}", "order"),
          arguments("a list", "[1]", "object"),
          arguments("text that is no JSON", "\"order 7, please\"", ""),
          arguments("text with trailing text", "\"{} {}\"", ""));

  @ParameterizedTest(name = "{0} as arguments is an answer: invalid_arguments")
  @FieldSource("SCHEMA")
  void argumentsThatTheSchemaRefuses(String what, String arguments, String named) {
    var response = door.call("call " + what, arguments);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    assertThat(json(response).path("status").asString()).isEqualTo("rejected");
    assertThat(json(response).path("code").asString()).isEqualTo("invalid_arguments");
    assertThat(json(response).path("message").asString()).contains(named);
    assertThat(response.headers().firstValue("Interlock-Outcome-Source")).hasValue("runner");
  }

  static final List<Arguments> BODIES =
      List.of(
          arguments(
              "trailing text", "{\"run_id\":\"r\",\"call_id\":\"c\"} x", "the body is not JSON"),
          arguments("an empty body", "", "the body is not JSON"),
          arguments("a list", "[]", "the body must be a JSON object"),
          arguments(
              "an unknown field",
              "{\"run_id\":\"r\",\"callid\":\"c\"}",
              "did you mean \"call_id\"?"),
          arguments("no run", "{\"call_id\":\"c\"}", "field \"run_id\" is required"),
          arguments("no call", "{\"run_id\":\"r\"}", "field \"call_id\" is required"),
          arguments(
              "a call that is a number", "{\"run_id\":\"r\",\"call_id\":1}", "must be a string"),
          arguments("turn 0", "{\"run_id\":\"r\",\"call_id\":\"c\",\"turn\":0}", "1..2147483647"),
          arguments(
              "turn 1.5", "{\"run_id\":\"r\",\"call_id\":\"c\",\"turn\":1.5}", "whole number"),
          arguments(
              "an empty call id",
              "{\"run_id\":\"r\",\"call_id\":\"\"}",
              "1..256 characters, got 0"),
          arguments(
              "a call id of 257",
              "{\"run_id\":\"r\",\"call_id\":\"%s\"}".formatted("é".repeat(257)),
              "1..256 characters, got 257"),
          arguments(
              "a run id of 257",
              "{\"run_id\":\"%s\",\"call_id\":\"c\"}".formatted("r".repeat(257)),
              "1..256 characters, got 257"));

  @ParameterizedTest(name = "{0} is a malformed request")
  @FieldSource("BODIES")
  void bodiesThatAreWrong(String what, String body, String says) {
    var response = door.post("/v1/tools/charge_card/calls", body);
    assertThat(response.statusCode()).as(what + response.body()).isEqualTo(400);
    assertThat(detail(response)).contains(says);
  }

  @Test
  void aBodyOfTenMegabytesIsTooLarge() {
    var response = door.call("big", "{\"order_id\":\"%s\"}".formatted("x".repeat(10_000_000)));
    assertThat(response.statusCode()).isEqualTo(413);
    assertThat(detail(response)).contains("bytes");
  }

  @Test
  void anotherContentTypeIsRefused() {
    var response =
        door.post(
            "/v1/tools/charge_card/calls",
            "a=b",
            "Content-Type",
            "application/x-www-form-urlencoded");
    assertThat(response.statusCode()).isEqualTo(415);
    assertThat(detail(response)).contains("application/json", "x-www-form-urlencoded");
  }

  @Test
  void anUnknownToolIsNotFound() {
    var response = door.post("/v1/tools/delete_all/calls", "{\"run_id\":\"r\",\"call_id\":\"c\"}");
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(detail(response)).contains("delete_all");
  }

  @Test
  void unknownOperationsRunsRoutesAndMethodsAreToldApart() {
    assertThat(door.get("/v1/operations/op-01jz0000000000000000000000").statusCode())
        .isEqualTo(404);
    assertThat(door.get("/v1/operations/nonsense").statusCode()).isEqualTo(404);
    assertThat(door.get("/v1/operations?run_id=r&call_id=none").statusCode()).isEqualTo(404);
    assertThat(door.get("/v1/operations?run_id=r").statusCode()).isEqualTo(400);
    assertThat(door.post("/v1/runs/none/close", "").statusCode()).isEqualTo(404);
    assertThat(door.post("/v1/runs/none/turns", "{\"turn\":1}").statusCode()).isEqualTo(404);
    assertThat(door.get("/v1/everything").statusCode()).isEqualTo(404);
    assertThat(door.get("/metrics").statusCode()).as("not the agent's port").isEqualTo(404);
    assertThat(door.get("/v1/runs").statusCode()).isEqualTo(405);
    assertThat(door.get("/v1/tools?format=cobol").statusCode()).isEqualTo(400);
    assertThat(door.post("/v1/adapters/mistral/chat?run_id=r", "{}").statusCode()).isEqualTo(404);
    assertThat(door.post("/v1/adapters/openai/chat", "{}").statusCode()).isEqualTo(400);
  }

  @Test
  void aWaitThatCannotBeReadIsToldForAQueryAndIgnoredForPrefer() {
    assertThat(detail(door.get("/v1/operations/op-01jz0000000000000000000000?wait=soon")))
        .contains("wait", "30s");
    assertThat(door.get("/v1/tools", "Prefer", "wait=soon").statusCode()).isEqualTo(200);
  }

  @Test
  void onlyProgramsOnThisMachineMayAsk() throws IOException {
    assertThat(door.get("/v1/tools", "Origin", "https://evil.example").statusCode()).isEqualTo(403);
    assertThat(door.get("/v1/tools", "Origin", "null").statusCode()).isEqualTo(403);
    assertThat(door.get("/v1/tools", "Origin", "http://localhost:3000").statusCode())
        .isEqualTo(200);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
      socket
          .getOutputStream()
          .write(
              "GET /v1/tools HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .startsWith("HTTP/1.1 403");
    }
  }

  @Test
  void absentNullAndEmptyArgumentsAreTheSame(@TempDir Path folder) {
    try (var own = RunningDoor.open(folder, PAY)) {
      var path = "/v1/tools/charge_card/calls";
      var first = own.post(path, "{\"run_id\":\"r\",\"call_id\":\"c\"}");
      var second = own.post(path, "{\"run_id\":\"r\",\"call_id\":\"c\",\"arguments\":null}");
      var third = own.post(path, "{\"run_id\":\"r\",\"call_id\":\"c\",\"arguments\":{}}");
      assertThat(List.of(first, second, third))
          .extracting(response -> json(response).path("logical_operation_id").asString())
          .containsOnly(json(first).path("logical_operation_id").asString());
      assertThat(own.upstream.effects()).hasSize(1);
    }
  }

  @Test
  void aRequestThatIsCutHasNoEffect() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), door.port())) {
      socket
          .getOutputStream()
          .write(
              ("POST /v1/tools/charge_card/calls HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                      + "Content-Length: 500\r\n\r\n{\"run_id\":\"r\"")
                  .getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer).doesNotContain(" 200 ");
    }
    assertThat(
            door.send(
                    door.request("/v1/tools").method("DELETE", HttpRequest.BodyPublishers.noBody()))
                .statusCode())
        .isEqualTo(405);
  }
}
