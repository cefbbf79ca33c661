package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.RequestFacts;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// What stands between `{` and `}`.
sealed interface Placeholder {

  /// `{input.a.b}`: a value of the frozen input.
  record InputValue(List<String> path) implements Placeholder {
    public InputValue {
      path = List.copyOf(path);
    }

    /// The value; empty when the input has none there, or a null.
    Optional<JsonNode> in(JsonNode input) {
      var value = input;
      for (var name : path) {
        value = value.path(name);
      }
      return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    String name() {
      return "input." + String.join(".", path);
    }
  }

  /// `{operation.id}`.
  record OperationIdentifier() implements Placeholder {}

  /// `{idempotencyKey}`.
  record Key() implements Placeholder {}

  /// The text of the placeholder's value; empty when the input has none.
  ///
  /// @param input `facts.canonicalInput()` as a tree
  /// @throws dev.interlock.runner.policy.UndecidableException for an object or an array
  default Optional<String> text(JsonNode input, RequestFacts facts) {
    return switch (this) {
      case OperationIdentifier _ -> Optional.of(facts.id().value());
      case Key _ -> Optional.of(facts.key().value());
      case InputValue value -> value.in(input).map(node -> ScalarText.of(value.name(), node));
    };
  }
}
