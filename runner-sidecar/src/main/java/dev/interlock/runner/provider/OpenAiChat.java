package dev.interlock.runner.provider;

import dev.interlock.runner.json.JsonKind;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// OpenAI Chat Completions: `tool_calls` in, one `tool` message a call out. There is no error flag:
/// the envelope in `content` says how it ended.
///
/// Source: OpenAI's openapi.yaml, ChatCompletionMessageToolCall and
/// ChatCompletionRequestToolMessage.
final class OpenAiChat implements MessageFormat {

  private static final Set<String> CUT_OFF = Set.of("length", "content_filter");

  @Override
  public List<ProposedCall> calls(MessageField message, int turn) {
    var choices = message.member("choices");
    if (choices.isAbsent()) {
      return callsOf(message);
    }
    if (choices.elements().size() != 1) {
      throw choices.unusable(
          "must hold one choice, got %d: choices are alternatives, ask for n = 1"
              .formatted(choices.elements().size()));
    }
    var choice = choices.element(0);
    var calls = callsOf(choice.member("message"));
    if (!calls.isEmpty()) {
      requireComplete(choice.member("finish_reason"), CUT_OFF);
    }
    return calls;
  }

  private static List<ProposedCall> callsOf(MessageField message) {
    if (!message.member("role").is("assistant")) {
      throw message.member("role").unusable("must be assistant: send the model's message");
    }
    if (!message.member("function_call").isAbsent()) {
      throw message.member("function_call").unusable("is the retired form: use tools");
    }
    var calls = message.member("tool_calls");
    return calls.isAbsent() ? List.of() : calls.elements().stream().map(OpenAiChat::call).toList();
  }

  private static ProposedCall call(MessageField call) {
    // Some servers that speak this format leave the type out.
    var type = call.member("type");
    if (!type.isAbsent() && !type.is("function")) {
      throw type.unusable(
          "must be function, got %s: offer the model function tools only".formatted(type.value()));
    }
    var function = call.member("function");
    return new ProposedCall(
        call.member("id").callId(),
        false,
        function.member("name").text(),
        arguments(function.member("arguments")),
        JSON.objectNode());
  }

  /// The arguments, which OpenAI sends as a text of the model's, not as JSON.
  static String arguments(MessageField arguments) {
    if (arguments.isAbsent()) {
      return "";
    }
    if (!arguments.value().isString()) {
      throw arguments.unusable(
          "must be a string that holds the arguments' JSON, got " + JsonKind.of(arguments.value()));
    }
    return arguments.value().stringValue();
  }

  /// Refuses a message whose end was cut off.
  static void requireComplete(MessageField reason, Set<String> cutOff) {
    if (reason.value().isString() && cutOff.contains(reason.value().stringValue())) {
      throw reason.unusable(
          "is %s: ask the model again with more room, its last call may be half of one"
              .formatted(reason.value().stringValue()));
    }
  }

  @Override
  public List<ObjectNode> answer(List<Answered> answers) {
    return answers.stream()
        .map(answered ->
            JSON.objectNode()
                .put("role", "tool")
                .put("tool_call_id", answered.call().callId().value())
                .put("content", answered.result().envelope().toString()))
        .toList();
  }

  @Override
  public JsonNode tools(List<ToolDefinition> definitions) {
    var tools = JSON.arrayNode();
    for (var definition : definitions) {
      var function = tools.addObject().put("type", "function").putObject("function");
      function
          .put("name", definition.name())
          .put("description", definition.description())
          .set("parameters", definition.inputSchema());
    }
    return tools;
  }
}
