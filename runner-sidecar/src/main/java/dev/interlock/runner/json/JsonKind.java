package dev.interlock.runner.json;

import tools.jackson.databind.JsonNode;

/// How messages call a value's kind.
public final class JsonKind {

  private JsonKind() {}

  /// The kind with its article: "an array", "a string".
  public static String of(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "an array";
      case STRING -> "a string";
      case NUMBER -> "a number";
      case BOOLEAN -> "a boolean";
      case NULL -> "null";
      case MISSING -> "nothing";
      case BINARY, POJO -> "a value that JSON does not have";
    };
  }
}
