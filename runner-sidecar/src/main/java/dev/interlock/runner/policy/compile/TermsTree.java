package dev.interlock.runner.policy.compile;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Terms as a JSON tree, by the names of their records' components. By hand, because a hash must
/// not change with a library's settings, and a set must not come out in a random order.
final class TermsTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private TermsTree() {}

  static JsonNode of(@Nullable Object value) {
    return switch (value) {
      case null -> NODES.nullNode();
      case JsonNode node -> node;
      case Record data -> object(data);
      case Set<?> set -> array(set.stream().sorted().toList());
      case Collection<?> list -> array(list);
      case Map<?, ?> map -> object(map);
      case String text -> NODES.stringNode(text);
      case Enum<?> constant -> NODES.stringNode(constant.name());
      case Duration duration -> NODES.stringNode(duration.toString());
      case Boolean flag -> NODES.booleanNode(flag);
      case Integer number -> NODES.numberNode(number);
      case Long number -> NODES.numberNode(number);
      default -> throw new IllegalStateException("no tree for " + value.getClass());
    };
  }

  private static ObjectNode object(Record data) {
    var object = NODES.objectNode();
    for (var component : data.getClass().getRecordComponents()) {
      object.set(component.getName(), of(value(component, data)));
    }
    return object;
  }

  private static @Nullable Object value(RecordComponent component, Record data) {
    try {
      return component.getAccessor().invoke(data);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot read " + component, e);
    }
  }

  private static ObjectNode object(Map<?, ?> map) {
    var object = NODES.objectNode();
    map.forEach((name, value) -> object.set(String.valueOf(name), of(value)));
    return object;
  }

  private static ArrayNode array(Collection<?> items) {
    var array = NODES.arrayNode();
    items.forEach(item -> array.add(of(item)));
    return array;
  }
}
