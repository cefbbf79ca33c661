package dev.interlock.runner.policy.template;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.policy.UndecidableException;
import tools.jackson.databind.JsonNode;

/// The one text of a single value: a string as it is, a number with every digit.
final class ScalarText {
  private ScalarText() {}

  /// @throws UndecidableException for an object or an array, which have no place in a text
  static String of(String name, JsonNode value) {
    if (value.isContainer()) {
      throw new UndecidableException(name + " must be a single value, not an object or a list");
    }
    return value.isString() ? value.stringValue() : CanonicalJson.write(value);
  }
}
