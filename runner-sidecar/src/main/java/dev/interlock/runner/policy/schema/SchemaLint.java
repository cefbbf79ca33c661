package dev.interlock.runner.policy.schema;

import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.Names;
import tools.jackson.databind.JsonNode;

/// Finds what a schema must not hold although the meta-schema lets it: references outside, patterns
/// that could hang, and misspelt keywords, which would silently check nothing.
final class SchemaLint {
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  private final Findings findings;
  private final EndlessReferences endless;
  private boolean clean = true;

  SchemaLint(JsonNode root, Findings findings) {
    this.findings = findings;
    this.endless = new EndlessReferences(root, findings);
  }

  /// Whether nothing was found.
  boolean check(JsonNode schema) {
    visit(schema, "");
    return clean;
  }

  private void visit(JsonNode schema, String path) {
    if (!schema.isObject()) {
      return;
    }
    for (var entry : schema.properties()) {
      var keyword = entry.getKey();
      var value = entry.getValue();
      var at = below(path, keyword);
      checkKeyword(keyword, value, at);
      if (Keywords.SCHEMA.contains(keyword)) {
        visit(value, at);
      } else if (Keywords.SCHEMA_LIST.contains(keyword)) {
        for (int i = 0; i < value.size(); i++) {
          visit(value.get(i), at + "[" + i + "]");
        }
      } else if (Keywords.SCHEMA_MAP.contains(keyword) && value.isObject()) {
        value.properties().forEach(member -> visit(member.getValue(), below(at, member.getKey())));
      }
    }
    checkRequired(schema, path);
    clean &= !endless.check(schema, path);
  }

  private void checkKeyword(String keyword, JsonNode value, String at) {
    switch (keyword) {
      case "$ref", "$dynamicRef" -> {
        if (value.isString() && !value.stringValue().startsWith("#")) {
          reject(
              at,
              "references outside of the schema are not followed: copy it into $defs and write \"#/$defs/…\"");
        }
      }
      case "$schema" -> {
        if (value.isString() && !value.stringValue().replaceAll("#$", "").equals(DIALECT)) {
          reject(at, "must be " + DIALECT + ", got " + value.stringValue());
        }
      }
      case "pattern" -> {
        if (value.isString()) {
          checkPattern(value.stringValue(), at);
        }
      }
      case "patternProperties" ->
          value.propertyNames().forEach(pattern -> checkPattern(pattern, below(at, pattern)));
      default -> {
        var suggestion = Keywords.isKnown(keyword) ? "" : Names.suggestion(keyword, Keywords.all());
        if (!suggestion.isEmpty()) {
          reject(at, "JSON Schema has no such keyword" + suggestion);
        }
      }
    }
  }

  private void checkPattern(String pattern, String at) {
    try {
      LinearPatterns.compile(pattern);
    } catch (IllegalArgumentException e) {
      reject(at, String.valueOf(e.getMessage()));
    }
  }

  /// A required property that is nowhere declared is nearly always a misspelt one.
  private void checkRequired(JsonNode schema, String path) {
    var declared = schema.path("properties").propertyNames();
    var required = schema.path("required");
    for (int i = 0; i < required.size(); i++) {
      var name = required.get(i).asString("");
      var suggestion = declared.contains(name) ? "" : Names.suggestion(name, declared);
      if (!suggestion.isEmpty()) {
        reject(below(path, "required") + "[" + i + "]", "properties has no " + name + suggestion);
      }
    }
  }

  private void reject(String at, String message) {
    clean = false;
    findings.reject(at, message);
  }

  private static String below(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
