package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// What the tool demands of the journal.
public record JournalSpec(
    @JsonPropertyDescription(
            "What happens while the journal cannot be reached: Deny, or Allow (a Read may run"
                + " unrecorded). Default: Deny.")
        @Nullable OnLoss onJournalLoss,
    @JsonPropertyDescription(
            "Whether writes may run on a journal that can lose a commit. Default: false.")
        @Nullable Boolean allowVolatile) {

  /// What happens while the journal cannot be reached.
  public enum OnLoss {
    /// Nothing runs.
    @JsonProperty("Deny")
    DENY,
    /// Reads run.
    @JsonProperty("Allow")
    ALLOW
  }
}
