package dev.interlock.runner.policy.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a schema says about the properties of an object, gathered through `$ref` and combinations:
/// enough to check a name that an expression or a template uses.
///
/// @param properties by name, with all schemas that describe each
/// @param certain names that every valid object has, also by default
/// @param open whether there may be further properties
/// @param types the declared types; empty when any
/// @param items the schemas of an array's items
public record Shape(
    Map<String, List<JsonNode>> properties,
    Set<String> certain,
    boolean open,
    Set<String> types,
    List<JsonNode> items,
    JsonNode root) {

  /// The shape of what `schema` describes.
  public static Shape of(JsonNode schema) {
    return of(List.of(schema), schema);
  }

  private static Shape of(List<JsonNode> schemas, JsonNode root) {
    var gathering = new Gathering(root);
    schemas.forEach(schema -> gathering.add(schema, true, 0));
    return gathering.shape();
  }

  /// Whether an object can certainly not have the property.
  public boolean lacks(String name) {
    return !open && !properties.containsKey(name);
  }

  /// The shape of a property; absent when nothing is known about it.
  public @Nullable Shape property(String name) {
    var schemas = properties.get(name);
    return schemas == null ? null : of(schemas, root);
  }

  /// The shape of an array's items; absent when nothing is known about them.
  public @Nullable Shape item() {
    return items.isEmpty() ? null : of(items, root);
  }

  private static final class Gathering {
    private static final int MAX_REFERENCES = 16;

    private final JsonNode root;
    private final Map<String, List<JsonNode>> properties = new LinkedHashMap<>();
    private final Set<String> certain = new HashSet<>();
    private final Set<String> types = new HashSet<>();
    private final List<JsonNode> items = new ArrayList<>();
    private boolean open;

    Gathering(JsonNode root) {
      this.root = root;
    }

    /// @param applies whether the schema holds for every value, not only for some
    void add(JsonNode schema, boolean applies, int references) {
      if (!schema.isObject()) {
        return;
      }
      addProperties(schema, applies);
      addTypes(schema.path("type"));
      if (schema.has("items")) {
        items.add(schema.get("items"));
      }
      for (var part : schema.path("allOf")) {
        add(part, applies, references);
      }
      for (var choice : List.of("anyOf", "oneOf", "dependentSchemas")) {
        schema.path(choice).forEach(part -> add(part, false, references));
      }
      for (var branch : List.of("if", "then", "else")) {
        add(schema.path(branch), false, references);
      }
      if (schema.has("$ref") || schema.has("$dynamicRef")) {
        addReferenced(schema.path("$ref").asString("?"), applies, references);
      }
    }

    private void addReferenced(String reference, boolean applies, int references) {
      var target =
          reference.equals("#")
              ? root
              : reference.startsWith("#/") ? root.at(reference.substring(1)) : root.path("?");
      if (target.isObject() && references < MAX_REFERENCES) {
        add(target, applies, references + 1);
      } else {
        open = true;
      }
    }

    private void addProperties(JsonNode schema, boolean applies) {
      for (var entry : schema.path("properties").properties()) {
        properties.computeIfAbsent(entry.getKey(), _ -> new ArrayList<>()).add(entry.getValue());
        if (applies && entry.getValue().has("default")) {
          certain.add(entry.getKey());
        }
      }
      if (applies) {
        schema.path("required").forEach(name -> certain.add(name.asString("")));
      }
      open |=
          schema.has("patternProperties")
              || isLoose(schema, "additionalProperties")
              || isLoose(schema, "unevaluatedProperties");
    }

    private static boolean isLoose(JsonNode schema, String keyword) {
      var value = schema.get(keyword);
      return value != null && !(value.isBoolean() && !value.booleanValue());
    }

    private void addTypes(JsonNode type) {
      if (type.isString()) {
        types.add(type.stringValue());
      }
      type.forEach(one -> types.add(one.asString("")));
    }

    Shape shape() {
      return new Shape(properties, certain, open || properties.isEmpty(), types, items, root);
    }
  }
}
