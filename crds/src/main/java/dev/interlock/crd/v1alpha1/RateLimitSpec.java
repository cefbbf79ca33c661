package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// How many calls are let through in a time.
public record RateLimitSpec(
    @JsonProperty(required = true) @JsonPropertyDescription("Calls, 1 to 1000000.")
        @Nullable Integer limit,
    @JsonProperty(required = true) @JsonPropertyDescription("The time, for example 1m.")
        @Nullable String per,
    @JsonPropertyDescription(
            "Who shares the limit: Tool (everybody), Agent (a service account), User or Run."
                + " Default: Tool.")
        @Nullable Scope scope) {

  /// Who shares a limit.
  public enum Scope {
    /// Everybody who calls the tool.
    @JsonProperty("Tool")
    TOOL,
    /// One agent.
    @JsonProperty("Agent")
    AGENT,
    /// One end user.
    @JsonProperty("User")
    USER,
    /// One run.
    @JsonProperty("Run")
    RUN
  }
}
