package dev.interlock.runner.provider;

import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Anthropic Messages: `tool_use` blocks in, one user message out that holds all `tool_result`
/// blocks and nothing else, for it must be the very next message and results come before text.
///
/// Source: platform.claude.com, "Handle tool calls" and "Parallel tool use".
final class AnthropicMessages implements MessageFormat {

  private static final Set<String> CUT_OFF =
      Set.of("max_tokens", "model_context_window_exceeded", "refusal");

  @Override
  public List<ProposedCall> calls(MessageField message, int turn) {
    if (!message.member("role").is("assistant")) {
      throw message.member("role").unusable("must be assistant: send the model's message");
    }
    var content = message.member("content");
    if (content.value().isString()) {
      return List.of();
    }
    var calls =
        content.elements().stream()
            .filter(block -> block.member("type").is("tool_use"))
            .map(AnthropicMessages::call)
            .toList();
    if (!calls.isEmpty()) {
      OpenAiChat.requireComplete(message.member("stop_reason"), CUT_OFF);
    }
    return calls;
  }

  private static ProposedCall call(MessageField block) {
    return new ProposedCall(
        block.member("id").callId(),
        false,
        block.member("name").text(),
        block.rawMember("input"),
        JSON.objectNode());
  }

  @Override
  public List<ObjectNode> answer(List<Answered> answers) {
    var message = JSON.objectNode().put("role", "user");
    var content = message.putArray("content");
    for (var answered : answers) {
      var block =
          content
              .addObject()
              .put("type", "tool_result")
              .put("tool_use_id", answered.call().callId().value())
              .put("content", answered.result().envelope().toString());
      if (!answered.result().succeeded()) {
        block.put("is_error", true);
      }
    }
    return List.of(message);
  }

  @Override
  public JsonNode tools(List<ToolDefinition> definitions) {
    var tools = JSON.arrayNode();
    for (var definition : definitions) {
      tools
          .addObject()
          .put("name", definition.name())
          .put("description", definition.description())
          .set("input_schema", definition.inputSchema());
    }
    return tools;
  }
}
