package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.detail;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
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

/// What the door says about paths, methods, headers and callers, before it looks at any call.
@Timeout(60)
class RoutesTest {
  private static final String CALLS = "/v1/tools/charge_card/calls";
  private static final String CALL = "{\"run_id\":\"r\",\"call_id\":\"c\"}";
  private static RunningDoor door;

  @BeforeAll
  static void open(@TempDir Path folder) {
    door = RunningDoor.open(folder, PAY);
  }

  @AfterAll
  static void close() {
    assertThat(door.upstream.requests()).as("requests sent for bad requests").isEmpty();
    door.close();
  }

  static final List<Arguments> UNKNOWN =
      List.of(
          arguments("/v1/operations/op-01jz0000000000000000000000", "no such operation"),
          arguments("/v1/operations/nonsense", "no such operation"),
          arguments("/v1/operations/op-01jz0000000000000000000000/trace", "no operation op-01jz"),
          arguments("/v1/operations?run_id=r&call_id=none", "no such operation"),
          arguments("/v1/everything", "no route GET /v1/everything"),
          arguments("/", "no route GET /"));

  @ParameterizedTest(name = "{0} is not found")
  @FieldSource("UNKNOWN")
  void whatIsNotThereIsNotFound(String path, String says) {
    var response = door.get(path);
    assertThat(response.statusCode()).isEqualTo(404);
    assertThat(detail(response)).contains(says);
  }

  @Test
  void toolsRunsAndAdaptersThatAreNotThereAreNotFound() {
    var tool = door.post("/v1/tools/delete_all/calls", CALL);
    assertThat(tool.statusCode()).isEqualTo(404);
    assertThat(json(tool).path("type").asString()).endsWith("/tool_not_allowed");
    assertThat(detail(tool)).contains("\"delete_all\"");
    assertThat(detail(door.post("/v1/runs/none/close", ""))).contains("no run \"none\"");
    assertThat(door.post("/v1/runs/none/turns", "{\"turn\":1}").statusCode()).isEqualTo(404);
    assertThat(detail(door.post("/v1/adapters/mistral/chat?run_id=r", "{}")))
        .contains("no adapter mistral/chat");
    assertThat(door.post("/v1/operations/op-01jz0000000000000000000000/cancel", "").statusCode())
        .isEqualTo(404);
  }

  @Test
  void whatIsForPeopleIsOnAnotherPort() {
    for (var path : List.of("/metrics", "/livez", "/readyz", "/operations", "/v1/approvals")) {
      assertThat(door.get(path).statusCode()).as(path).isEqualTo(404);
    }
  }

  static final List<Arguments> METHODS =
      List.of(
          arguments("GET", "/v1/runs", "POST"),
          arguments("DELETE", "/v1/tools", "GET"),
          arguments("PUT", "/v1/operations/op-01jz0000000000000000000000", "GET"),
          arguments("GET", CALLS, "POST"));

  @ParameterizedTest(name = "{0} {1} is not allowed, {2} is")
  @FieldSource("METHODS")
  void aWrongMethodIsToldTheRightOne(String method, String path, String allowed) {
    var response = door.send(door.request(path).method(method, BodyPublishers.noBody()));
    assertThat(response.statusCode()).isEqualTo(405);
    assertThat(response.headers().firstValue("Allow")).hasValue(allowed);
    assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
  }

  static final List<Arguments> QUERIES =
      List.of(
          arguments("/v1/operations?run_id=r", "\"call_id\" is required"),
          arguments("/v1/operations?call_id=c", "\"run_id\" is required"),
          arguments("/v1/operations?run_id=&call_id=c", "1..256 characters, got 0"),
          arguments("/v1/operations?run_id=r&run_id=s&call_id=c", "must stand once, got 2"),
          arguments("/v1/operations?run_id=r&call_id=%zz", "cannot be decoded"),
          arguments("/v1/operations/op-01jz0000000000000000000000?wait=soon", "like 30s, 500ms"),
          arguments("/v1/operations/op-01jz0000000000000000000000?wait=-1", "got \"-1\""),
          arguments("/v1/tools?format=cobol", "got \"cobol\""));

  @ParameterizedTest(name = "{0} is a malformed request")
  @FieldSource("QUERIES")
  void queriesThatAreWrong(String path, String says) throws IOException {
    var answer = door.raw("GET " + path, "localhost");
    assertThat(answer).startsWith("HTTP/1.1 400").contains(says.replace("\"", "\\\""));
  }

  @Test
  void aPathThatCannotBeDecodedIsMalformed() throws IOException {
    var answer = door.raw("POST /v1/runs/%zz/close", "localhost");
    assertThat(answer).startsWith("HTTP/1.1 400").contains("application/problem+json");
  }

  @Test
  void adaptersNeedARunAndAReadableTurn() {
    assertThat(detail(door.post("/v1/adapters/openai/chat", "{}")))
        .contains("\"run_id\" is required");
    for (var turn : List.of("0", "-1", "x", "2147483648")) {
      assertThat(detail(door.post("/v1/adapters/openai/chat?run_id=r&turn=" + turn, "{}")))
          .contains("whole number from 1", turn);
    }
  }

  @Test
  void aBodyThatIsNoPlainJsonIsRefused() {
    for (var type :
        List.of(
            "application/x-www-form-urlencoded",
            "text/plain",
            "application/json; charset=latin1")) {
      var response = door.post(CALLS, CALL, "Content-Type", type);
      assertThat(response.statusCode()).isEqualTo(415);
      assertThat(detail(response)).contains("application/json", type);
    }
    var compressed = door.post(CALLS, CALL, "Content-Encoding", "gzip");
    assertThat(compressed.statusCode()).isEqualTo(415);
    assertThat(detail(compressed)).contains("gzip");
  }

  @Test
  void onlyProgramsOnThisMachineMayAsk() throws IOException {
    for (var origin : List.of("https://evil.example", "null", "http://localhost.evil.example")) {
      assertThat(door.get("/v1/tools", "Origin", origin).statusCode()).as(origin).isEqualTo(403);
    }
    for (var origin : List.of("http://localhost:3000", "http://127.0.0.1", "http://[::1]:8080")) {
      assertThat(door.get("/v1/tools", "Origin", origin).statusCode()).as(origin).isEqualTo(200);
    }
    for (var host : List.of("evil.example", "127.0.0.1.evil.example", "", "10.0.0.1:8686")) {
      assertThat(door.raw("GET /v1/tools", host)).as(host).startsWith("HTTP/1.1 403");
    }
    for (var host : List.of("localhost:8686", "LOCALHOST", "[::1]:8686", "127.0.0.1")) {
      assertThat(door.raw("GET /v1/tools", host)).as(host).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void aClientThatWaitsForAContinueGetsIt() {
    var request =
        door.request("/v1/runs")
            .expectContinue(true)
            .POST(HttpRequest.BodyPublishers.ofString("{}"));
    assertThat(door.send(request).statusCode()).isEqualTo(200);
  }
}
