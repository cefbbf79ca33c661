package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How the outcome of an operation is found out without performing it again.
public record ReconcileSpec(
    @JsonPropertyDescription("A request that reads, with something in it that finds the operation.")
        @Nullable HttpRequestSpec http,
    @JsonPropertyDescription("A tool of an MCP server that reads.") @Nullable McpSpec mcp,
    @JsonProperty(required = true)
        @JsonPropertyDescription(
            "What the answer means; the first rule whose condition holds decides. At least one"
                + " says Succeeded.")
        @Nullable List<Rule> rules,
    @JsonPropertyDescription(
            "How long NotExecuted does not count yet, because a commit may still be on its way."
                + " Default: 10s.")
        @Nullable String settleAfter,
    @JsonPropertyDescription("Delays between look-ups.") @Nullable BackoffSpec backoff,
    @JsonPropertyDescription("After this time only a person can tell. Default: 1h.")
        @Nullable String deadline) {

  /// What an answer means.
  public enum Outcome {
    /// The effect exists.
    @JsonProperty("Succeeded")
    SUCCEEDED,
    /// The effect does not exist.
    @JsonProperty("NotExecuted")
    NOT_EXECUTED,
    /// The upstream decided against it for good.
    @JsonProperty("Failed")
    FAILED
  }

  /// One rule over the answer.
  public record Rule(
      @JsonProperty(required = true)
          @JsonPropertyDescription(
              "CEL condition over response (status, headers, body), for example"
                  + " response.status == 200 && size(response.body.data) > 0.")
          @Nullable String when,
      @JsonProperty(required = true) @JsonPropertyDescription("Succeeded, NotExecuted or Failed.")
          @Nullable Outcome outcome,
      @JsonPropertyDescription(
              "CEL expression that picks the result out of the answer, for example"
                  + " response.body.data[0]. Only with Succeeded; default: no result.")
          @Nullable String result) {}
}
