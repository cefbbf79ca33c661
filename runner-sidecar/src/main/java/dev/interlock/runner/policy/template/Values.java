package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.UndecidableException;
import tools.jackson.databind.JsonNode;

/// The values of placeholders that must have one.
final class Values {
  private Values() {}

  /// @throws UndecidableException when the input has none
  static String required(Placeholder placeholder, JsonNode input, RequestFacts facts) {
    return placeholder
        .text(input, facts)
        .orElseThrow(() ->
            new UndecidableException(
                (placeholder instanceof Placeholder.InputValue value ? value.name() : "a value")
                    + " is absent, and the upstream's request needs it"));
  }
}
