package dev.interlock.runner.provider;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The shapes in which tool definitions are given: each ready to be the value of `tools` in a model
/// request, or of `tools` in an MCP tools/list result.
public enum ToolsFormat {
  OPENAI_RESPONSES("openai-responses"),
  OPENAI_CHAT("openai-chat"),
  ANTHROPIC("anthropic"),
  GEMINI("gemini"),
  MCP("mcp");

  private final String wireName;

  ToolsFormat(String wireName) {
    this.wireName = wireName;
  }

  /// The value of `?format=`.
  public String wireName() {
    return wireName;
  }

  /// The format with this name.
  public static Optional<ToolsFormat> ofWireName(String name) {
    return Arrays.stream(values()).filter(format -> format.wireName.equals(name)).findFirst();
  }

  /// The definitions as this format's array, in the order given.
  public JsonNode write(List<ToolDefinition> definitions) {
    return switch (this) {
      case OPENAI_RESPONSES -> new OpenAiResponses().tools(definitions);
      case OPENAI_CHAT -> new OpenAiChat().tools(definitions);
      case ANTHROPIC -> new AnthropicMessages().tools(definitions);
      case GEMINI -> new GeminiContent().tools(definitions);
      case MCP -> mcpTools(definitions);
    };
  }

  private static JsonNode mcpTools(List<ToolDefinition> definitions) {
    var tools = JsonNodeFactory.instance.arrayNode();
    for (var definition : definitions) {
      tools
          .addObject()
          .put("name", definition.name())
          .put("description", definition.description())
          .set("inputSchema", definition.inputSchema());
    }
    return tools;
  }
}
