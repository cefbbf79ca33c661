package dev.interlock.runner.policy.schema;

import java.util.List;
import java.util.Set;

/// The keywords of JSON Schema 2020-12, and where schemas stand in a schema.
final class Keywords {
  /// Hold one schema.
  static final Set<String> SCHEMA =
      Set.of(
          "additionalProperties",
          "contains",
          "else",
          "if",
          "items",
          "not",
          "propertyNames",
          "then",
          "unevaluatedItems",
          "unevaluatedProperties");

  /// Hold a list of schemas.
  static final Set<String> SCHEMA_LIST = Set.of("allOf", "anyOf", "oneOf", "prefixItems");

  /// Hold schemas by name.
  static final Set<String> SCHEMA_MAP =
      Set.of("$defs", "definitions", "dependentSchemas", "patternProperties", "properties");

  /// All others.
  private static final List<String> PLAIN =
      List.of(
          "$anchor",
          "$comment",
          "$dynamicAnchor",
          "$dynamicRef",
          "$id",
          "$ref",
          "$schema",
          "$vocabulary",
          "const",
          "contentEncoding",
          "contentMediaType",
          "contentSchema",
          "default",
          "dependentRequired",
          "deprecated",
          "description",
          "enum",
          "examples",
          "exclusiveMaximum",
          "exclusiveMinimum",
          "format",
          "maxContains",
          "maxItems",
          "maxLength",
          "maxProperties",
          "maximum",
          "minContains",
          "minItems",
          "minLength",
          "minProperties",
          "minimum",
          "multipleOf",
          "pattern",
          "readOnly",
          "required",
          "title",
          "type",
          "uniqueItems",
          "writeOnly");

  private Keywords() {}

  static boolean isKnown(String keyword) {
    return PLAIN.contains(keyword)
        || SCHEMA.contains(keyword)
        || SCHEMA_LIST.contains(keyword)
        || SCHEMA_MAP.contains(keyword);
  }

  static List<String> all() {
    return java.util.stream.Stream.of(PLAIN, SCHEMA, SCHEMA_LIST, SCHEMA_MAP)
        .flatMap(java.util.Collection::stream)
        .toList();
  }
}
