package dev.interlock.runner.policy.schema;

import dev.interlock.runner.policy.Findings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// Finds references that come back to themselves without going into a part of the value: checking
/// any value against them would never end. Lists and trees, which refer to themselves from a
/// property or an item, are fine.
///
/// @param root the whole schema
record EndlessReferences(JsonNode root, Findings findings) {
  private static final List<String> ONE = List.of("not", "if", "then", "else");
  private static final List<String> SEVERAL = List.of("allOf", "anyOf", "oneOf");

  /// Whether there is one at the schema at `path`.
  boolean check(JsonNode schema, String path) {
    if (!schema.has("$ref") || !returns(schema, schema, new HashSet<>())) {
      return false;
    }
    findings.reject(
        path + ".$ref", "leads back to itself: no value can be checked against it; remove it");
    return true;
  }

  private boolean returns(JsonNode from, JsonNode to, Set<String> followed) {
    for (var next : inPlace(from)) {
      var reference = next.path("$ref").asString("");
      if (next.equals(to)
          || ((reference.isEmpty() || followed.add(reference)) && returns(next, to, followed))) {
        return true;
      }
    }
    return false;
  }

  /// The schemas that are checked against the same value.
  private List<JsonNode> inPlace(JsonNode schema) {
    var schemas = new ArrayList<JsonNode>();
    var reference = schema.path("$ref").asString("");
    if (reference.equals("#")) {
      schemas.add(root);
    } else if (reference.startsWith("#/")) {
      schemas.add(root.at(reference.substring(1)));
    }
    ONE.forEach(keyword -> schemas.add(schema.path(keyword)));
    SEVERAL.forEach(keyword -> schema.path(keyword).forEach(schemas::add));
    return schemas.stream().filter(JsonNode::isObject).toList();
  }
}
