package dev.interlock.runner.policy.load;

import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.Names;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// The frame of a custom resource: what every document has around its spec.
///
/// @param name of the resource; empty when it could not be read, which was reported
/// @param namespace absent when the document names none
/// @param generation 0 when it is no copy from a cluster
record Resource(
    Kind kind, String name, @Nullable String namespace, long generation, JsonNode spec) {
  private static final String VERSION = "interlock.dev/v1alpha1";
  private static final List<String> FIELDS =
      List.of("apiVersion", "kind", "metadata", "spec", "status");
  private static final List<String> METADATA =
      List.of(
          "name",
          "namespace",
          "labels",
          "annotations",
          "generation",
          "uid",
          "resourceVersion",
          "creationTimestamp",
          "managedFields",
          "finalizers",
          "ownerReferences",
          "generateName",
          "selfLink");
  private static final String NAME = "[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?";

  /// What a folder of policies may hold.
  enum Kind {
    /// The contract of one tool.
    TOOL_POLICY("ToolPolicy"),
    /// What one run may use.
    RUN_BUDGET("RunBudget");

    private final String written;

    Kind(String written) {
      this.written = written;
    }
  }

  /// Reads the frame; empty when what it holds cannot be told. All problems are reported.
  static Optional<Resource> read(JsonNode tree, Findings findings) {
    if (!tree.isObject()) {
      findings.reject("", "must be a mapping with apiVersion, kind, metadata and spec");
      return Optional.empty();
    }
    reportUnknown(tree, FIELDS, "", findings);
    if (!tree.path("apiVersion").asString("").equals(VERSION)) {
      findings.reject(
          "apiVersion", "must be " + VERSION + ", got " + Records.show(tree.path("apiVersion")));
    }
    var kind = kind(tree.path("kind"), findings);
    var metadata = tree.path("metadata");
    reportUnknown(metadata, METADATA, "metadata.", findings);
    var name = name(metadata, findings);
    var spec = tree.path("spec");
    if (!spec.isObject()) {
      findings.reject("spec", "is required: a mapping with what the resource says");
      return Optional.empty();
    }
    return kind.map(k ->
        new Resource(
            k,
            name,
            metadata.path("namespace").isString() ? metadata.path("namespace").stringValue() : null,
            metadata.path("generation").asLong(0),
            spec));
  }

  private static Optional<Kind> kind(JsonNode written, Findings findings) {
    for (var kind : Kind.values()) {
      if (written.asString("").equals(kind.written)) {
        return Optional.of(kind);
      }
    }
    var known = Set.of(Kind.TOOL_POLICY.written, Kind.RUN_BUDGET.written);
    var shown = Records.show(written);
    findings.reject(
        "kind", "must be ToolPolicy or RunBudget, got " + shown + Names.suggestion(shown, known));
    return Optional.empty();
  }

  private static String name(JsonNode metadata, Findings findings) {
    var name = metadata.path("name").asString("");
    if (name.matches(NAME)) {
      return name;
    }
    findings.reject(
        "metadata.name",
        name.isEmpty()
            ? "is required: 1 to 253 of a-z 0-9 - ."
            : "must be 1 to 253 of a-z 0-9 - . and begin and end with a letter or digit, got "
                + Records.show(JsonNodeFactory.instance.stringNode(name)));
    return "";
  }

  private static void reportUnknown(
      JsonNode tree, List<String> known, String prefix, Findings findings) {
    for (var name : tree.propertyNames()) {
      if (!known.contains(name)) {
        findings.reject(
            prefix + name,
            "there is no such field"
                + Names.suggestion(name, known)
                + "; known here: "
                + String.join(", ", known));
      }
    }
  }
}
