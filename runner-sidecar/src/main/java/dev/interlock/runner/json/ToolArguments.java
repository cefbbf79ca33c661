package dev.interlock.runner.json;

import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A call's raw arguments, read. Absent, empty, white space and `null` all mean `{}`: providers
/// send each of them for a tool without parameters. Anything else must be one strict JSON object.
public sealed interface ToolArguments {

  /// The arguments as an object of its own: the caller may change it.
  record Accepted(ObjectNode input) implements ToolArguments {}

  /// The arguments cannot be used; `invalid_arguments` for the model, with the position.
  record Refused(Malformed why) implements ToolArguments {}

  /// Reads arguments within the default limits.
  static ToolArguments parse(@Nullable String raw) {
    return parse(raw, JsonLimits.DEFAULT);
  }

  /// Reads arguments.
  ///
  /// @param raw exactly what the model wrote; null when the call had none
  static ToolArguments parse(@Nullable String raw, JsonLimits limits) {
    if (raw == null || isJsonWhiteSpace(raw)) {
      return new Accepted(JsonNodeFactory.instance.objectNode());
    }
    return switch (StrictJson.parse(raw, limits)) {
      case Malformed why -> new Refused(why);
      case Parsed(ObjectNode object, _) -> new Accepted(object);
      case Parsed(var value, _) when value.isNull() ->
          new Accepted(JsonNodeFactory.instance.objectNode());
      case Parsed(var value, _) -> new Refused(StrictJson.notAnObject("the arguments", value));
    };
  }

  private static boolean isJsonWhiteSpace(String raw) {
    return raw.chars().allMatch(c -> c == ' ' || c == '\t' || c == '\n' || c == '\r');
  }
}
