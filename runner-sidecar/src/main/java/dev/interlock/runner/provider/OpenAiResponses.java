package dev.interlock.runner.provider;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// OpenAI Responses: `function_call` items in, `function_call_output` items out. There is no error
/// flag: the envelope in `output` says how it ended.
///
/// Source: OpenAI's openapi.yaml, FunctionToolCall and FunctionCallOutputItemParam.
final class OpenAiResponses implements MessageFormat {

  @Override
  public List<ProposedCall> calls(MessageField message, int turn) {
    var items =
        message.member("output").elements().stream()
            .filter(item -> item.member("type").is("function_call"))
            .toList();
    if (!items.isEmpty()) {
      requireComplete(message.member("status"));
    }
    return items.stream().map(OpenAiResponses::call).toList();
  }

  private static ProposedCall call(MessageField item) {
    requireComplete(item.member("status"));
    var echo = JSON.objectNode();
    // A call from generated code (`caller`) or of a namespaced tool is matched by these as well.
    for (var name : List.of("caller", "namespace")) {
      var repeated = item.member(name);
      if (!repeated.isAbsent()) {
        echo.set(name, repeated.value());
      }
    }
    return new ProposedCall(
        item.member("call_id").callId(),
        false,
        item.member("name").text(),
        OpenAiChat.arguments(item.member("arguments")),
        echo);
  }

  private static void requireComplete(MessageField status) {
    if (!status.isAbsent() && !status.is("completed")) {
      throw status.unusable(
          "must be completed, got %s: ask the model again, this call may be half of one"
              .formatted(status.value()));
    }
  }

  @Override
  public List<ObjectNode> answer(List<Answered> answers) {
    return answers.stream().map(OpenAiResponses::item).toList();
  }

  private static ObjectNode item(Answered answered) {
    return JSON.objectNode()
        .put("type", "function_call_output")
        .put("call_id", answered.call().callId().value())
        .put("output", answered.result().envelope().toString())
        .setAll(answered.call().echo());
  }

  @Override
  public JsonNode tools(List<ToolDefinition> definitions) {
    var tools = JSON.arrayNode();
    for (var definition : definitions) {
      tools
          .addObject()
          .put("type", "function")
          .put("name", definition.name())
          .put("description", definition.description())
          // Left out, the API tries its strict subset, which changes what a schema means.
          .put("strict", false)
          .set("parameters", definition.inputSchema());
    }
    return tools;
  }
}
