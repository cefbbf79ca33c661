package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.ToolSpec;
import dev.interlock.runner.policy.terms.ToolFace;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Reads `spec.tool`.
record FaceReader(SpecContext context) {
  private static final int MAX_DESCRIPTION = 8192;

  ToolFace read(@Nullable ToolSpec spec, String policyName) {
    var given = spec == null ? new ToolSpec(null, null, null, null, null, null) : spec;
    return new ToolFace(
        name(given.name(), policyName),
        description(given.description()),
        inputSchema(given.inputSchema()),
        given.outputSchema() == null ? null : schema(given.outputSchema()),
        Boolean.TRUE.equals(given.dropNullOptionals()),
        context.values().pointers("spec.tool.redact", given.redact()));
  }

  private String name(@Nullable String written, String policyName) {
    var name = written == null ? policyName.replace('-', '_').replace('.', '_') : written;
    if (!name.matches("[A-Za-z0-9_-]{1,64}") && !policyName.isEmpty()) {
      context.reject(
          "spec.tool.name",
          "must be 1 to 64 of A-Z a-z 0-9 _ - (what every model provider takes), got " + name);
    }
    return name;
  }

  private String description(@Nullable String written) {
    if (written == null) {
      return "";
    }
    if (written.isBlank() || written.length() > MAX_DESCRIPTION) {
      context.reject(
          "spec.tool.description",
          "must be 1..%d characters that tell the model what the tool does"
              .formatted(MAX_DESCRIPTION));
    }
    return written;
  }

  private ObjectNode inputSchema(@Nullable Map<String, Object> members) {
    if (members != null && members.isEmpty()) {
      context.reject(
          "spec.tool.inputSchema",
          "must say which arguments there are; for none: {type: object, additionalProperties: false}");
    }
    return schema(members);
  }

  private static ObjectNode schema(@Nullable Map<String, Object> members) {
    var schema = JsonNodeFactory.instance.objectNode();
    if (members != null) {
      members.forEach((name, value) -> schema.set(name, (JsonNode) value));
    }
    return schema;
  }
}
