package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.detail;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.interlock.runner.testing.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The providers' own formats over HTTP, with the example's policy and recorded messages.
@Timeout(60)
class AdaptersTest {
  private static final String PAID = "{\"id\":\"ch_1\",\"status\":\"paid\",\"secret\":\"s3cr3t\"}";

  @TempDir private Path folder;
  private RunningDoor door;

  @BeforeEach
  void open() {
    door =
        RunningDoor.with(
            folder,
            Script.always(201, PAID),
            url ->
                file("../examples/policies/charge-card.yaml")
                    .replace("http://127.0.0.1:8099", url));
  }

  @AfterEach
  void close() {
    door.close();
  }

  @Test
  void theRecordedResponseOfTheExampleIsAnsweredCallByCall() {
    var path = "/v1/adapters/openai/responses?run_id=run-1&turn=1";
    var body = file("../examples/recorded/openai-responses-charge.json");
    var first = json(door.post(path, body)).path("messages");
    assertThat(first.valueStream().map(message -> message.path("call_id").asString()))
        .containsExactly(
            "call_J8tYx2mQpLr5vKc0ZsWn3aHd",
            "call_b4NfGq7RwEuT1iOy9PzXk6Vj",
            "call_Qe3WmZ81LdTsKxUvHn5BcYpA");
    assertThat(first.valueStream().map(message -> message.path("type").asString()))
        .containsOnly("function_call_output");
    assertThat(statuses(first, "output"))
        .containsExactly("succeeded", "succeeded", "awaiting_approval");
    assertThat(first.toString()).contains("ch_1").doesNotContain("s3cr3t");
    var second = json(door.post(path, body)).path("messages");
    assertThat(statuses(second, "output"))
        .containsExactly("succeeded", "succeeded", "awaiting_approval");
    assertThat(door.upstream.effects()).as("a framework that sends it twice").hasSize(2);
  }

  @Test
  void whatAnAdapterGaveBackIsInTheRecord() {
    var body = file("../examples/recorded/openai-responses-charge.json");
    var answer = door.post("/v1/adapters/openai/responses?run_id=run-1&turn=4", body);
    var given = envelopes(json(answer).path("messages"), "output").getFirst();
    var trace = "/v1/operations/%s/trace".formatted(given.path("logical_operation_id").asString());
    var record = door.get(trace);
    // Written behind the answer: it comes, and is not waited for in wall time.
    while (!record.body().contains("result_reported")) {
      record = door.get(trace);
    }
    assertThat(record.body()).contains("\"delivered\":true");
    assertThat(json(record).path("turn").asInt()).isEqualTo(4);
  }

  @Test
  void chatCallsGetOneToolMessageEachAndAnUnknownToolIsAnAnswerToo() {
    var messages = adapt("openai/chat", "openai-chat.json");
    assertThat(messages.valueStream().map(message -> message.path("tool_call_id").asString()))
        .containsExactly("call_9pQ2sX7aLmB4vN1cK8dR5tYe", "call_T3uIoP6wZxC0bV5nM2kJ9hGf");
    assertThat(codes(messages, "content")).containsExactly("invalid_arguments", "tool_not_allowed");
  }

  @Test
  void anthropicCallsAreAnsweredInOneUserMessage() {
    var messages = adapt("anthropic/messages", "anthropic-messages.json");
    assertThat(messages).hasSize(1);
    var results = messages.path(0).path("content");
    assertThat(messages.path(0).path("role").asString()).isEqualTo("user");
    assertThat(results.valueStream().map(result -> result.path("tool_use_id").asString()))
        .containsExactly("toolu_01A09q90qw90lq917835lq9", "toolu_01T1x1fJ34qAmk2tNTrN7Up6");
    assertThat(results.valueStream().map(result -> result.path("is_error").asBoolean()))
        .containsOnly(true);
    assertThat(codes(results, "content")).containsExactly("invalid_arguments", "tool_not_allowed");
  }

  @Test
  void geminiCallsAreAnsweredInOrderAndByName() {
    var messages = adapt("gemini/content", "gemini-content.json");
    var parts = messages.path(0).path("parts");
    assertThat(parts.valueStream().map(part -> part.at("/functionResponse/name").asString()))
        .containsExactly("charge_card", "charge_card", "list_orders");
    assertThat(parts.valueStream().map(part -> part.at("/functionResponse/id").asString("")))
        .containsExactly("", "", "fc-7719");
    assertThat(parts.at("/0/functionResponse/response/output/status").asString())
        .as("4250.0 is the integer 4250, and the currency has a default")
        .isEqualTo("succeeded");
    assertThat(parts.at("/2/functionResponse/response/error/code").asString())
        .isEqualTo("tool_not_allowed");
  }

  static final List<Arguments> UNUSABLE =
      List.of(
          arguments(
              "openai/responses",
              "{\"status\":\"incomplete\",\"output\":[{\"type\":\"function_call\"}]}",
              "completed"),
          arguments("openai/responses", "[]", "object"),
          arguments("openai/chat", "{\"choices\":[]}", "choices"),
          arguments("anthropic/messages", "{\"content\":7}", "role must be assistant"),
          arguments("gemini/content", "{\"a\":1,\"a\":2}", "duplicate"),
          arguments("anthropic/messages", "", ""));

  @ParameterizedTest(name = "{0} does not take {1}")
  @FieldSource("UNUSABLE")
  void aMessageThatCannotBeUsedIsRefusedAsAWhole(String adapter, String body, String says) {
    var response = door.post("/v1/adapters/" + adapter + "?run_id=r", body);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
    assertThat(detail(response)).containsIgnoringCase(says);
    assertThat(door.upstream.requests()).isEmpty();
  }

  @Test
  void aMessageWithoutCallsNeedsNoAnswer() {
    var answer =
        door.post(
            "/v1/adapters/openai/responses?run_id=r", "{\"status\":\"completed\",\"output\":[]}");
    assertThat(json(answer).toString()).isEqualTo("{\"messages\":[]}");
  }

  private JsonNode adapt(String adapter, String recorded) {
    var answer =
        door.post(
            "/v1/adapters/%s?run_id=run-1&turn=2".formatted(adapter),
            file("src/test/resources/provider/" + recorded));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return json(answer).path("messages");
  }

  private static List<JsonNode> envelopes(JsonNode messages, String field) {
    var envelopes = new ArrayList<JsonNode>();
    messages.forEach(
        message -> envelopes.add(JsonMapper.shared().readTree(message.path(field).asString())));
    envelopes.forEach(
        envelope -> ApiDocument.shared().valid("/components/schemas/Envelope", envelope, field));
    return envelopes;
  }

  private static List<String> statuses(JsonNode messages, String field) {
    return envelopes(messages, field).stream()
        .map(envelope -> envelope.path("status").asString())
        .toList();
  }

  private static List<String> codes(JsonNode messages, String field) {
    return envelopes(messages, field).stream()
        .map(envelope -> envelope.path("code").asString())
        .toList();
  }

  private static String file(String name) {
    try {
      return Files.readString(Path.of(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
