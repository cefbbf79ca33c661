package dev.interlock.runner.policy.compile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// JSON pointers, merged into a tree of steps. Where a pointer meets a list and its step is no
/// index, it goes on in every item: `/orders/card` names the card of each order.
///
/// @param here whether a pointer ends here
/// @param below the steps that go on, unescaped
record PointerTree(boolean here, Map<String, PointerTree> below) {
  /// Stands where something was taken out.
  static final String MARK = "[redacted]";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  PointerTree {
    below = Map.copyOf(below);
  }

  /// @param pointers as in RFC 6901, each below the root
  static PointerTree of(List<String> pointers) {
    return ofSteps(
        pointers.stream()
            .map(pointer ->
                List.of(pointer.substring(1).split("/", -1)).stream()
                    .map(step -> step.replace("~1", "/").replace("~0", "~"))
                    .toList())
            .toList());
  }

  private static PointerTree ofSteps(List<List<String>> paths) {
    var below = new HashMap<String, PointerTree>();
    for (var path : paths) {
      if (!path.isEmpty()) {
        below.computeIfAbsent(
            path.getFirst(),
            first ->
                ofSteps(
                    paths.stream()
                        .filter(p -> !p.isEmpty() && p.getFirst().equals(first))
                        .map(p -> p.subList(1, p.size()))
                        .toList()));
      }
    }
    return new PointerTree(paths.stream().anyMatch(List::isEmpty), below);
  }

  boolean isEmpty() {
    return !here && below.isEmpty();
  }

  /// A copy that holds only what the pointers name, where it stood; empty when they name nothing.
  Optional<JsonNode> keep(JsonNode value) {
    if (here) {
      return Optional.of(value);
    }
    if (value instanceof ObjectNode object) {
      return keepMembers(object);
    }
    return value instanceof ArrayNode array ? keepItems(array) : Optional.empty();
  }

  private Optional<JsonNode> keepMembers(ObjectNode object) {
    var kept = NODES.objectNode();
    for (var member : object.properties()) {
      var step = below.get(member.getKey());
      if (step != null) {
        step.keep(member.getValue()).ifPresent(value -> kept.set(member.getKey(), value));
      }
    }
    return kept.isEmpty() ? Optional.empty() : Optional.of(kept);
  }

  private Optional<JsonNode> keepItems(ArrayNode array) {
    var kept = NODES.arrayNode();
    for (int i = 0; i < array.size(); i++) {
      below.getOrDefault(String.valueOf(i), this).keep(array.get(i)).ifPresent(kept::add);
    }
    return kept.isEmpty() ? Optional.empty() : Optional.of(kept);
  }

  /// A copy in which a mark stands for everything that the pointers name.
  JsonNode redact(JsonNode value) {
    if (here) {
      return NODES.stringNode(MARK);
    }
    if (value instanceof ObjectNode object) {
      var redacted = NODES.objectNode();
      for (var member : object.properties()) {
        var step = below.get(member.getKey());
        redacted.set(
            member.getKey(), step == null ? member.getValue() : step.redact(member.getValue()));
      }
      return redacted;
    }
    return value instanceof ArrayNode array ? redactItems(array) : value;
  }

  private ArrayNode redactItems(ArrayNode array) {
    var redacted = NODES.arrayNode();
    for (int i = 0; i < array.size(); i++) {
      var step = below.get(String.valueOf(i));
      var item = step == null ? array.get(i) : step.redact(array.get(i));
      redacted.add(redact(item));
    }
    return redacted;
  }
}
