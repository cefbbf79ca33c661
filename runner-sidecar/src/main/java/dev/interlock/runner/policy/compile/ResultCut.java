package dev.interlock.runner.policy.compile;

import dev.interlock.runner.json.CanonicalJson;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Cuts a JSON value to a size and leaves it JSON: lists lose their last items, texts their end,
/// objects their largest members first, so that identifiers and states outlive long texts.
final class ResultCut {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String ELLIPSIS = "…";
  private static final int ELLIPSIS_BYTES = ELLIPSIS.getBytes(StandardCharsets.UTF_8).length;

  private ResultCut() {}

  private record Member(String name, JsonNode value, int size) {}

  /// What of the value fits; null when nothing of it does.
  ///
  /// @param bytes of the canonical form in UTF-8, at least 4
  static JsonNode fit(JsonNode value, int bytes) {
    return cut(value, bytes).orElse(NODES.nullNode());
  }

  private static Optional<JsonNode> cut(JsonNode value, int bytes) {
    if (size(value) <= bytes) {
      return Optional.of(value);
    }
    return switch (value) {
      case ObjectNode object when bytes >= 2 -> Optional.of(members(object, bytes - 2));
      case ArrayNode array when bytes >= 2 -> Optional.of(items(array, bytes - 2));
      default -> value.isString() ? text(value.stringValue(), bytes) : Optional.empty();
    };
  }

  private static ObjectNode members(ObjectNode object, int bytes) {
    var kept = NODES.objectNode();
    int left = bytes;
    var bySize =
        object.properties().stream()
            .map(m -> new Member(m.getKey(), m.getValue(), size(m.getValue())))
            .sorted(Comparator.comparingInt(Member::size))
            .toList();
    for (var member : bySize) {
      int before = size(NODES.stringNode(member.name())) + 1 + (kept.isEmpty() ? 0 : 1);
      var value = cut(member.value(), left - before);
      if (value.isPresent()) {
        kept.set(member.name(), value.get());
        left -= before + size(value.get());
      }
    }
    return kept;
  }

  private static ArrayNode items(ArrayNode array, int bytes) {
    var kept = NODES.arrayNode();
    int left = bytes;
    for (var item : array) {
      int before = kept.isEmpty() ? 0 : 1;
      var value = cut(item, left - before);
      if (value.isEmpty()) {
        break;
      }
      kept.add(value.get());
      left -= before + size(value.get());
      if (size(item) != size(value.get())) {
        break;
      }
    }
    return kept;
  }

  private static Optional<JsonNode> text(String text, int bytes) {
    int left = bytes - 2 - ELLIPSIS_BYTES;
    if (left < 0) {
      return Optional.empty();
    }
    int end = 0;
    while (end < text.length()) {
      int next = text.offsetByCodePoints(end, 1);
      int more = size(NODES.stringNode(text.substring(end, next))) - 2;
      if (more > left) {
        break;
      }
      left -= more;
      end = next;
    }
    return Optional.of(NODES.stringNode(text.substring(0, end) + ELLIPSIS));
  }

  private static int size(JsonNode value) {
    return CanonicalJson.write(value).getBytes(StandardCharsets.UTF_8).length;
  }
}
