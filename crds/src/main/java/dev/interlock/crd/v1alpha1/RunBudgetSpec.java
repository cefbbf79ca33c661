package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What one agent run may use. Of several that match an agent, the tightest of each field holds.
public record RunBudgetSpec(
    @JsonPropertyDescription("Which agents it applies to. Default: every injected pod.")
        @Nullable AgentSelector agents,
    @JsonPropertyDescription("Model turns of a run. Zero means zero. Default: no limit.")
        @Nullable Long maxTurns,
    @JsonPropertyDescription("Tool calls of a run. Zero means zero. Default: no limit.")
        @Nullable Long maxToolCalls,
    @JsonPropertyDescription("Wall-clock time of a run, for example 30m. Default: no limit.")
        @Nullable String maxDuration,
    @JsonPropertyDescription(
            "Spend of a run as a decimal string with at most six places, for example \"5.00\"."
                + " Default: no limit.")
        @Nullable String maxSpend,
    @JsonPropertyDescription("Calls of single tools.") @Nullable List<ToolLimit> perTool) {

  /// A limit for one tool.
  public record ToolLimit(
      @JsonProperty(required = true)
          @JsonPropertyDescription("The tool's name as the model sees it.")
          @Nullable String tool,
      @JsonProperty(required = true) @JsonPropertyDescription("Calls of a run. Zero means zero.")
          @Nullable Long maxCalls) {}
}
