package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether people have to say yes before the operation is executed.
public record ApprovalSpec(
    @JsonPropertyDescription(
            "Never, Always, or When (the condition decides). Default: Always for"
                + " IrreversibleWrite, else Never.")
        @Nullable Mode mode,
    @JsonPropertyDescription(
            "CEL condition over input, user, agent and run, for example input.amount > 10000."
                + " Needed for mode When, and only there. What cannot be evaluated asks a person.")
        @Nullable String when,
    @JsonPropertyDescription(
            "The effect in one line for the approver; {input.x} may stand in it. Default: the"
                + " tool's name and its redacted input.")
        @Nullable String summary,
    @JsonPropertyDescription("How many people must say yes, 1 to 10. Default: 1.")
        @Nullable Integer required,
    @JsonPropertyDescription(
            "Who may answer. Default: anyone with the right to approve, but never the requester.")
        @Nullable Approvers approvers,
    @JsonPropertyDescription(
            "How long the question stands. After it the operation is rejected as expired."
                + " Default: 15m.")
        @Nullable String expiresAfter) {

  /// When a person is asked.
  public enum Mode {
    /// Nobody is asked.
    @JsonProperty("Never")
    NEVER,
    /// For every call.
    @JsonProperty("Always")
    ALWAYS,
    /// When the condition holds.
    @JsonProperty("When")
    WHEN
  }

  /// Who may answer.
  public record Approvers(
      @JsonPropertyDescription("User names.") @Nullable List<String> users,
      @JsonPropertyDescription("Groups whose members may answer.") @Nullable List<String> groups,
      @JsonPropertyDescription(
              "Service accounts of GitOps tools whose applied ToolApprovals count"
                  + " (system:serviceaccount:<namespace>:<name>).")
          @Nullable List<String> gitops) {}
}
