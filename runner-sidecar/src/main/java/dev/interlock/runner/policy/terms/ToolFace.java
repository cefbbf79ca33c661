package dev.interlock.runner.policy.terms;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The tool as the model sees it.
///
/// @param inputSchema JSON Schema of the arguments, not to be changed
/// @param outputSchema JSON Schema of the answer; absent when none is declared
/// @param dropNullOptionals whether a null for an optional property counts as absent
/// @param redact JSON pointers into the input that people never see
public record ToolFace(
    String name,
    String description,
    JsonNode inputSchema,
    @Nullable JsonNode outputSchema,
    boolean dropNullOptionals,
    List<String> redact) {
  public ToolFace {
    redact = List.copyOf(redact);
  }
}
