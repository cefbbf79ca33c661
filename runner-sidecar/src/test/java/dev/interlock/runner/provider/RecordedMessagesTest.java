package dev.interlock.runner.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.json.ToolArguments;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.provider.ProviderReading.Calls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Whole recorded messages: what is read from them, and what is appended after them.
class RecordedMessagesTest {

  private static final String DONE = "{\"status\":\"succeeded\",\"result\":{\"id\":\"ch_1\"}}";
  private static final String UNKNOWN =
      "{\"status\":\"outcome_unknown\",\"code\":\"timeout_unknown\"}";

  @Test
  void theDemosModelResponseProposesThreeChargesThatParse() throws IOException {
    var body = Files.readAllBytes(Path.of("../examples/recorded/openai-responses-charge.json"));
    var calls = calls(ProviderFormat.OPENAI_RESPONSES, body, 1);
    assertThat(calls)
        .extracting(call -> call.callId().value(), ProposedCall::tool)
        .containsExactly(
            tuple("call_J8tYx2mQpLr5vKc0ZsWn3aHd", "charge_card"),
            tuple("call_b4NfGq7RwEuT1iOy9PzXk6Vj", "charge_card"),
            tuple("call_Qe3WmZ81LdTsKxUvHn5BcYpA", "charge_card"));
    assertThat(calls)
        .allSatisfy(call ->
            assertThat(ToolArguments.parse(call.rawArguments()))
                .isInstanceOf(ToolArguments.Accepted.class));
    assertThat(calls.getFirst().rawArguments())
        .isEqualTo("{\"order_id\":\"ord-20417\",\"amount\":4250,\"currency\":\"eur\"}");
    assertThat(ProviderFormat.OPENAI_RESPONSES.answer(calls, results(calls)))
        .containsExactly(
            object(
                """
                {"type":"function_call_output","call_id":"call_J8tYx2mQpLr5vKc0ZsWn3aHd",
                 "output":%s}\
                """
                    .formatted(quoted(DONE))),
            object(
                """
                {"type":"function_call_output","call_id":"call_b4NfGq7RwEuT1iOy9PzXk6Vj",
                 "output":%s}\
                """
                    .formatted(quoted(UNKNOWN))),
            object(
                """
                {"type":"function_call_output","call_id":"call_Qe3WmZ81LdTsKxUvHn5BcYpA",
                 "output":%s}\
                """
                    .formatted(quoted(DONE))));
  }

  @Test
  void aResponsesCallFromGeneratedCodeIsAnsweredToItsCaller() throws IOException {
    var calls = calls(ProviderFormat.OPENAI_RESPONSES, "openai-responses-program.json", 1);
    assertThat(calls)
        .extracting(ProposedCall::rawArguments)
        .as("broken arguments are passed on as they are: the runner answers them")
        .containsExactly("{\"sku\":\"A-1\"} trailing");
    assertThat(ProviderFormat.OPENAI_RESPONSES.answer(calls, results(calls)))
        .containsExactly(
            object(
                """
                {"type":"function_call_output","call_id":"call_program_1","output":%s,
                 "caller":{"type":"program","program_id":"prog_12"},"namespace":"shop"}\
                """
                    .formatted(quoted(DONE))));
  }

  @Test
  void chatCallsAreAnsweredByOneToolMessageEach() throws IOException {
    var calls = calls(ProviderFormat.OPENAI_CHAT, "openai-chat.json", 1);
    assertThat(calls)
        .extracting(ProposedCall::tool, ProposedCall::rawArguments)
        .containsExactly(
            tuple("charge_card", "{\"order_id\": \"ord-1\",  \"amount\": 2512292042121000001}"),
            tuple("list_orders", ""));
    assertThat(ProviderFormat.OPENAI_CHAT.answer(calls, results(calls)))
        .containsExactly(
            object(
                """
                {"role":"tool","tool_call_id":"call_9pQ2sX7aLmB4vN1cK8dR5tYe","content":%s}\
                """
                    .formatted(quoted(DONE))),
            object(
                """
                {"role":"tool","tool_call_id":"call_T3uIoP6wZxC0bV5nM2kJ9hGf","content":%s}\
                """
                    .formatted(quoted(UNKNOWN))));
  }

  @Test
  void aChatMessageAloneIsReadLikeTheWholeCompletion() throws IOException {
    var completion = (Parsed) StrictJson.parse(resource("openai-chat.json"));
    var message = (ObjectNode) completion.value().path("choices").path(0).path("message");
    assertThat(ProviderFormat.OPENAI_CHAT.read(message, completion.source(), 0))
        .isEqualTo(new Calls(calls(ProviderFormat.OPENAI_CHAT, "openai-chat.json", 1)));
  }

  @Test
  void anthropicCallsAreAnsweredTogetherInOneUserMessage() throws IOException {
    var calls = calls(ProviderFormat.ANTHROPIC_MESSAGES, "anthropic-messages.json", 1);
    assertThat(calls)
        .extracting(ProposedCall::tool, ProposedCall::rawArguments)
        .as("the input is kept byte for byte, numbers and escapes included")
        .containsExactly(
            tuple(
                "charge_card",
                "{\"order_id\": \"ord-1\", \"amount\": 10.50,\n"
                    + "        \"note\": \"caf\\u00e9\", \"id\": 2512292042121000001}"),
            tuple("get_customer", "{}"));
    assertThat(ProviderFormat.ANTHROPIC_MESSAGES.answer(calls, results(calls)))
        .containsExactly(
            object(
                """
                {"role":"user","content":[
                  {"type":"tool_result","tool_use_id":"toolu_01A09q90qw90lq917835lq9","content":%s},
                  {"type":"tool_result","tool_use_id":"toolu_01T1x1fJ34qAmk2tNTrN7Up6","content":%s,
                   "is_error":true}]}\
                """
                    .formatted(quoted(DONE), quoted(UNKNOWN))));
  }

  @Test
  void geminiCallsWithoutIdsGetOursAndArePairedByPosition() throws IOException {
    var calls = calls(ProviderFormat.GEMINI_CONTENT, "gemini-content.json", 3);
    assertThat(calls)
        .extracting(
            call -> call.callId().value(), ProposedCall::idIsOurs, ProposedCall::rawArguments)
        .containsExactly(
            tuple(
                "gemini-qN8taZ3xDqWkvdIPgZ2R8AU-0",
                true,
                "{\"order_id\": \"ord-1\", \"amount\": 4250.0}"),
            tuple(
                "gemini-qN8taZ3xDqWkvdIPgZ2R8AU-1",
                true,
                "{\"order_id\": \"ord-2\", \"amount\": 900}"),
            tuple("fc-7719", false, ""));
    assertThat(ProviderFormat.GEMINI_CONTENT.answer(calls, results(calls)))
        .containsExactly(
            object(
                """
                {"role":"user","parts":[
                  {"functionResponse":{"name":"charge_card","response":{"output":%s}}},
                  {"functionResponse":{"name":"charge_card","response":{"error":%s}}},
                  {"functionResponse":{"id":"fc-7719","name":"list_orders","response":{"output":%s}}}]}\
                """
                    .formatted(DONE, UNKNOWN, DONE)));
  }

  @Test
  void aGeminiContentAloneNeedsTheTurnForItsIds() {
    var content =
        "{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"name\":\"a\",\"args\":{}}}]}";
    assertThat(calls(ProviderFormat.GEMINI_CONTENT, content.getBytes(UTF_8), 4))
        .extracting(call -> call.callId().value())
        .containsExactly("turn-4-0");
  }

  @Test
  void aNumberThatGeminiWouldRoundTravelsAsText() {
    var content =
        "{\"role\":\"model\",\"parts\":[{\"functionCall\":{\"id\":\"1\",\"name\":\"a\"}}]}";
    var calls = calls(ProviderFormat.GEMINI_CONTENT, content.getBytes(UTF_8), 1);
    var envelope = object("{\"status\":\"succeeded\",\"result\":[{\"id\":9007199254740993}]}");
    var answer =
        ProviderFormat.GEMINI_CONTENT.answer(
            calls, List.of(new CallResult(new CallId("1"), true, envelope)));
    assertThat(answer.getFirst().at("/parts/0/functionResponse/response/output").stringValue())
        .isEqualTo(envelope.toString())
        .contains("9007199254740993");
  }

  @Test
  void identicalIdsInOneMessageAreEachAnswered() {
    var message =
        """
        {"role":"assistant","tool_calls":[
          {"id":"x","function":{"name":"a","arguments":"{}"}},
          {"id":"x","function":{"name":"a","arguments":"{}"}}]}\
        """;
    var calls = calls(ProviderFormat.OPENAI_CHAT, message.getBytes(UTF_8), 1);
    assertThat(ProviderFormat.OPENAI_CHAT.answer(calls, results(calls)))
        .extracting(answer -> answer.path("tool_call_id").stringValue())
        .containsExactly("x", "x");
  }

  @ParameterizedTest
  @EnumSource
  void aMessageThatOnlyTalksProposesNothingAndIsNotAnswered(ProviderFormat format) {
    var message =
        switch (format) {
          case OPENAI_RESPONSES ->
              "{\"status\":\"incomplete\",\"output\":[{\"type\":\"message\"}]}";
          case OPENAI_CHAT ->
              "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"Hi\"},"
                  + "\"finish_reason\":\"length\"}]}";
          case ANTHROPIC_MESSAGES ->
              "{\"role\":\"assistant\",\"stop_reason\":\"max_tokens\","
                  + "\"content\":[{\"type\":\"text\",\"text\":\"Hi\"}]}";
          case GEMINI_CONTENT ->
              "{\"candidates\":[{\"finishReason\":\"MAX_TOKENS\","
                  + "\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"Hi\"}]}}]}";
        };
    var calls = calls(format, message.getBytes(UTF_8), 1);
    assertThat(calls).isEmpty();
    assertThat(format.answer(calls, List.of())).isEmpty();
  }

  @Test
  void leavingACallUnansweredIsABug() throws IOException {
    var calls = calls(ProviderFormat.OPENAI_CHAT, "openai-chat.json", 1);
    var one = results(calls).subList(0, 1);
    assertThatThrownBy(() -> ProviderFormat.OPENAI_CHAT.answer(calls, one))
        .hasMessage("2 calls need 2 results, got 1");
    var swapped = results(calls).reversed();
    assertThatThrownBy(() -> ProviderFormat.OPENAI_CHAT.answer(calls, swapped))
        .hasMessageContaining("got the result of call_T3uIoP6wZxC0bV5nM2kJ9hGf");
  }

  @ParameterizedTest
  @EnumSource
  void everyFormatIsFoundByItsPath(ProviderFormat format) {
    assertThat(ProviderFormat.ofPath(format.path())).contains(format);
    assertThat(ProviderFormat.ofPath("mistral/chat")).isEmpty();
  }

  /// Succeeded and unknown in turn.
  private static List<CallResult> results(List<ProposedCall> calls) {
    return IntStream.range(0, calls.size())
        .mapToObj(i ->
            new CallResult(calls.get(i).callId(), i % 2 == 0, object(i % 2 == 0 ? DONE : UNKNOWN)))
        .toList();
  }

  private static List<ProposedCall> calls(ProviderFormat format, String resource, int turn)
      throws IOException {
    return calls(format, resource(resource), turn);
  }

  private static List<ProposedCall> calls(ProviderFormat format, byte[] message, int turn) {
    var reading = format.read(message, turn, JsonLimits.DEFAULT);
    assertThat(reading).isInstanceOf(Calls.class);
    return ((Calls) reading).calls();
  }

  private static byte[] resource(String name) throws IOException {
    return Files.readAllBytes(Path.of("src/test/resources/provider", name));
  }

  private static ObjectNode object(String json) {
    return (ObjectNode) ((Parsed) StrictJson.parse(json)).value();
  }

  private static JsonNode quoted(String text) {
    return StringNode.valueOf(text);
  }
}
