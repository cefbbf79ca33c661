package dev.interlock.runner.policy.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.NullValue;
import java.util.Collection;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// What an expression gave, as JSON again.
final class JsonResults {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonResults() {}

  /// @throws EvaluationException for what has no JSON form, such as a time or bytes
  static JsonNode of(Object value) throws EvaluationException {
    return switch (value) {
      case JsonViews.ObjectView view -> view.node();
      case JsonViews.ArrayView view -> view.node();
      case String text -> NODES.stringNode(text);
      case Boolean flag -> NODES.booleanNode(flag);
      case Long number -> NODES.numberNode(number);
      case UnsignedLong number -> NODES.numberNode(number.bigIntegerValue());
      case Double number when Double.isFinite(number) -> NODES.numberNode(number);
      case NullValue _ -> NODES.nullNode();
      case Map<?, ?> map -> object(map);
      case Collection<?> list -> array(list);
      default -> throw new EvaluationException("the result has no JSON form");
    };
  }

  private static JsonNode object(Map<?, ?> map) throws EvaluationException {
    var object = NODES.objectNode();
    for (var entry : map.entrySet()) {
      object.set(String.valueOf(entry.getKey()), of(entry.getValue()));
    }
    return object;
  }

  private static JsonNode array(Collection<?> list) throws EvaluationException {
    var array = NODES.arrayNode();
    for (var item : list) {
      array.add(of(item));
    }
    return array;
  }
}
