package dev.interlock.runner.policy.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.Names;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads a tree into the records of the custom resources: unknown fields, wrong types and missing
/// fields are all found, each with its path. What cannot be read is absent in the record.
final class RecordReader {
  private final Findings findings;
  private final Set<String> broken = new HashSet<>();

  RecordReader(Findings findings) {
    this.findings = findings;
  }

  /// Whether something at or below the path could not be read, so that nothing should be concluded
  /// from its absence.
  boolean isBroken(String path) {
    return broken.stream()
        .anyMatch(b -> b.equals(path) || b.startsWith(path + ".") || b.startsWith(path + "["));
  }

  /// The record that the tree holds.
  <T extends Record> T read(JsonNode tree, Class<T> type, String path) {
    var components = type.getRecordComponents();
    reportUnknown(tree, components, path);
    var values = new @Nullable Object[components.length];
    for (int i = 0; i < components.length; i++) {
      values[i] = member(tree, components[i], path);
    }
    return Records.create(type, components, values);
  }

  private void reportUnknown(JsonNode tree, RecordComponent[] components, String path) {
    var known = Arrays.stream(components).map(RecordComponent::getName).toList();
    for (var name : tree.propertyNames()) {
      if (!known.contains(name)) {
        reject(
            below(path, name),
            "there is no such field"
                + Names.suggestion(name, known)
                + "; known here: "
                + String.join(", ", known));
      }
    }
  }

  private @Nullable Object member(JsonNode tree, RecordComponent component, String path) {
    var at = below(path, component.getName());
    var value = tree.get(component.getName());
    if (value == null || value.isNull()) {
      var declared = component.getAccessor().getAnnotation(JsonProperty.class);
      if (declared != null && declared.required()) {
        reject(at, "is required" + Records.explain(component));
      }
      return null;
    }
    return value(value, component.getGenericType(), at);
  }

  private @Nullable Object value(JsonNode value, Type type, String at) {
    return switch (type) {
      case ParameterizedType generic when generic.getRawType() == List.class ->
          list(value, generic.getActualTypeArguments()[0], at);
      case ParameterizedType generic -> map(value, generic.getActualTypeArguments()[1], at);
      case Class<?> plain when plain.isRecord() ->
          value.isObject()
              ? read(value, plain.asSubclass(Record.class), at)
              : wrong(at, "a mapping", value);
      case Class<?> plain when plain.isEnum() -> constant(value, plain, at);
      case Class<?> plain -> scalar(value, plain, at);
      default -> throw new IllegalStateException("no reader for " + type);
    };
  }

  private @Nullable List<Object> list(JsonNode value, Type of, String at) {
    if (!value.isArray()) {
      wrong(at, "a list", value);
      return null;
    }
    var items = new ArrayList<Object>();
    for (int i = 0; i < value.size(); i++) {
      var item = value(value.get(i), of, at + "[" + i + "]");
      if (item != null) {
        items.add(item);
      }
    }
    return items;
  }

  private @Nullable Map<String, Object> map(JsonNode value, Type of, String at) {
    if (!value.isObject()) {
      wrong(at, "a mapping", value);
      return null;
    }
    var members = new LinkedHashMap<String, Object>();
    for (var entry : value.properties()) {
      var member = value(entry.getValue(), of, below(at, entry.getKey()));
      if (member != null) {
        members.put(entry.getKey(), member);
      }
    }
    return members;
  }

  private @Nullable Object constant(JsonNode value, Class<?> type, String at) {
    var constants = Records.constants(type);
    var constant = value.isString() ? constants.get(value.stringValue()) : null;
    if (constant == null) {
      var written = Records.show(value);
      reject(
          at,
          "must be %s, got %s%s"
              .formatted(
                  String.join(", ", constants.keySet()),
                  written,
                  Names.suggestion(written, constants.keySet())));
    }
    return constant;
  }

  private @Nullable Object scalar(JsonNode value, Class<?> type, String at) {
    if (type == Object.class) {
      return value;
    }
    if (type == String.class) {
      return value.isString()
          ? value.stringValue()
          : wrong(at, "a string (write it in quotes)", value);
    }
    if (type == Boolean.class) {
      return value.isBoolean() ? value.booleanValue() : wrong(at, "true or false", value);
    }
    if (type == Integer.class) {
      return value.isIntegralNumber() && value.canConvertToInt()
          ? value.intValue()
          : wrong(at, "a whole number", value);
    }
    return value.isIntegralNumber() && value.canConvertToLong()
        ? value.longValue()
        : wrong(at, "a whole number", value);
  }

  private @Nullable Object wrong(String at, String expected, JsonNode value) {
    reject(at, "must be %s, got %s".formatted(expected, Records.show(value)));
    return null;
  }

  private void reject(String at, String message) {
    broken.add(at);
    findings.reject(at, message);
  }

  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
