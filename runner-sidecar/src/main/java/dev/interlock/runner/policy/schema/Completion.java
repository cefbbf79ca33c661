package dev.interlock.runner.policy.schema;

import java.util.ArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Brings arguments into the form that is frozen: defaults filled in and, where the policy says so,
/// nulls for optional properties dropped. Follows `properties`, `items`, `allOf` and local `$ref`;
/// never a branch that may not apply.
public final class Completion {
  private static final int MAX_DEPTH = 64;

  private final JsonNode root;
  private final boolean dropNulls;

  public Completion(JsonNode schema, boolean dropNullOptionals) {
    this.root = schema;
    this.dropNulls = dropNullOptionals;
  }

  /// Changes `value` in place.
  public void complete(ObjectNode value) {
    complete(value, root, 0);
  }

  private void complete(JsonNode value, JsonNode schema, int depth) {
    if (depth > MAX_DEPTH || !schema.isObject()) {
      return;
    }
    for (var part : schema.path("allOf")) {
      complete(value, part, depth + 1);
    }
    var reference = schema.path("$ref").asString("");
    if (reference.startsWith("#")) {
      complete(value, reference.equals("#") ? root : root.at(reference.substring(1)), depth + 1);
    }
    if (value instanceof ObjectNode object) {
      completeObject(object, schema, depth);
    } else if (value.isArray() && schema.has("items")) {
      value.forEach(item -> complete(item, schema.get("items"), depth + 1));
    }
  }

  private void completeObject(ObjectNode object, JsonNode schema, int depth) {
    if (dropNulls) {
      dropNulls(object, schema);
    }
    for (var property : schema.path("properties").properties()) {
      var name = property.getKey();
      var fallback = property.getValue().get("default");
      if (!object.has(name) && fallback != null) {
        object.set(name, fallback.deepCopy());
      }
      if (object.has(name)) {
        complete(object.get(name), property.getValue(), depth + 1);
      }
    }
  }

  private static void dropNulls(ObjectNode object, JsonNode schema) {
    var required = new ArrayList<String>();
    schema.path("required").forEach(name -> required.add(name.asString("")));
    for (var property : schema.path("properties").properties()) {
      var name = property.getKey();
      var value = object.get(name);
      if (value != null
          && value.isNull()
          && !required.contains(name)
          && !takesNull(property.getValue())) {
        object.remove(name);
      }
    }
  }

  private static boolean takesNull(JsonNode schema) {
    for (var type : schema.path("type")) {
      if (type.asString("").equals("null")) {
        return true;
      }
    }
    return schema.path("type").asString("").equals("null")
        || (schema.path("type").isMissingNode() && !schema.has("enum"));
  }
}
