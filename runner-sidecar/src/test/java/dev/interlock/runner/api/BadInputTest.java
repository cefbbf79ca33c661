package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.detail;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayInputStream;
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
          arguments(
              "turn 0",
              "{\"run_id\":\"r\",\"call_id\":\"c\",\"turn\":0}",
              "must be a whole number 1..2147483647, got 0"),
          arguments(
              "a list as turn",
              "{\"run_id\":\"r\",\"call_id\":\"c\",\"turn\":[1]}",
              "got an array"),
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
  void aBodyThatDoesNotSayHowLargeItIsIsTooLargeAllTheSame() {
    var endless = new byte[10_000_000];
    var chunked = HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(endless));
    var response = door.send(door.request("/v1/tools/charge_card/calls").POST(chunked));
    assertThat(response.statusCode()).isEqualTo(413);
  }

  @Test
  void argumentsAboveTheirLimitAreToldTheirSize() {
    var response = door.call("large", "{\"x\":\"%s\"}".formatted("x".repeat(1_080_000)));
    assertThat(json(response).path("code").asString()).isEqualTo("invalid_arguments");
    assertThat(json(response).path("message").asString()).contains("1080008 bytes", "1048576");
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
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .doesNotContain(" 200 ");
    }
  }
}
