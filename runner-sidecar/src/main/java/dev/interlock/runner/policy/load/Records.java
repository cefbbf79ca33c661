package dev.interlock.runner.policy.load;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What reflection knows about the records of the custom resources.
final class Records {
  private static final int SHOWN = 60;

  private Records() {}

  static <T extends Record> T create(
      Class<T> type, RecordComponent[] components, @Nullable Object[] values) {
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      var cause = e instanceof InvocationTargetException ? e.getCause() : e;
      throw new IllegalStateException("record " + type.getName() + " cannot be made", cause);
    }
  }

  /// The constants of an enum by their names in YAML.
  static Map<String, Object> constants(Class<?> type) {
    var byName = new LinkedHashMap<String, Object>();
    for (var field : type.getFields()) {
      var name = field.getAnnotation(JsonProperty.class);
      if (field.isEnumConstant() && name != null) {
        byName.put(name.value(), constant(type, field.getName()));
      }
    }
    return byName;
  }

  private static Object constant(Class<?> type, String name) {
    return Arrays.stream(type.getEnumConstants())
        .filter(c -> ((Enum<?>) c).name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /// What the field is, for a message about its absence.
  static String explain(RecordComponent component) {
    var description = component.getAccessor().getAnnotation(JsonPropertyDescription.class);
    return description == null ? "" : ": " + description.value();
  }

  /// A value as a message may show it.
  static String show(JsonNode value) {
    if (value.isObject()) {
      return "a mapping";
    }
    if (value.isArray()) {
      return "a list";
    }
    var text = value.isString() ? value.stringValue() : value.toString();
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
  }
}
