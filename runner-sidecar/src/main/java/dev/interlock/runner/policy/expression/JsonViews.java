package dev.interlock.runner.policy.expression;

import dev.cel.common.exceptions.CelNumericOverflowException;
import dev.cel.common.values.NullValue;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// JSON as CEL sees it, without a copy. Integers in the int64 range are ints, other numbers
/// doubles; a number that is neither fails when, and only when, an expression looks at it.
final class JsonViews {
  private JsonViews() {}

  static Object of(JsonNode node) {
    return switch (node.getNodeType()) {
      case OBJECT -> new ObjectView(node);
      case ARRAY -> new ArrayView(node);
      case STRING -> node.stringValue();
      case BOOLEAN -> node.booleanValue();
      case NUMBER -> number(node);
      default -> NullValue.NULL_VALUE;
    };
  }

  private static Object number(JsonNode node) {
    if (node.isIntegralNumber()) {
      if (!node.canConvertToLong()) {
        throw new CelNumericOverflowException("an integer is out of the int64 range");
      }
      return node.longValue();
    }
    double value = node.decimalValue().doubleValue();
    if (Double.isInfinite(value)) {
      throw new CelNumericOverflowException("a number is out of the double range");
    }
    return value;
  }

  /// An object.
  static final class ObjectView extends AbstractMap<String, Object> {
    private final JsonNode node;

    ObjectView(JsonNode node) {
      this.node = node;
    }

    JsonNode node() {
      return node;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
      var value = key instanceof String name ? node.get(name) : null;
      return value == null ? null : of(value);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
      return key instanceof String name && node.has(name);
    }

    @Override
    public int size() {
      return node.size();
    }

    @Override
    public Set<Map.Entry<String, Object>> entrySet() {
      return new AbstractSet<>() {
        @Override
        public Iterator<Map.Entry<String, Object>> iterator() {
          var members = node.properties().iterator();
          return new Iterator<>() {
            @Override
            public boolean hasNext() {
              return members.hasNext();
            }

            @Override
            public Map.Entry<String, Object> next() {
              var member = members.next();
              return new Member(member.getKey(), member.getValue());
            }
          };
        }

        @Override
        public int size() {
          return node.size();
        }
      };
    }
  }

  private record Member(String name, JsonNode node) implements Map.Entry<String, Object> {
    @Override
    public String getKey() {
      return name;
    }

    @Override
    public Object getValue() {
      return of(node);
    }

    @Override
    public Object setValue(Object value) {
      throw new UnsupportedOperationException("facts do not change");
    }
  }

  /// An array.
  static final class ArrayView extends AbstractList<Object> {
    private final JsonNode node;

    ArrayView(JsonNode node) {
      this.node = node;
    }

    JsonNode node() {
      return node;
    }

    @Override
    public Object get(int index) {
      var item = node.get(index);
      if (item == null) {
        throw new IndexOutOfBoundsException(index);
      }
      return of(item);
    }

    @Override
    public int size() {
      return node.size();
    }
  }
}
