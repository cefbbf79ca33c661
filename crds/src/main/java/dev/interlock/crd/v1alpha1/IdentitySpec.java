package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// When two calls are the same operation.
public record IdentitySpec(
    @JsonPropertyDescription(
            "Call: every call id is a new operation. Input: the same run, tool and input is the"
                + " same operation. Key: the same value of key is the same operation in the whole"
                + " namespace. Default: Call for Read, Input for writes.")
        @Nullable By by,
    @JsonPropertyDescription(
            "CEL expression over input that gives the business key, for example input.order_id."
                + " Needed for by Key, and only there.")
        @Nullable String key,
    @JsonPropertyDescription(
            "How long a business key stays taken; not longer than the journal's retention."
                + " Default: 24h.")
        @Nullable String window) {

  /// What makes calls the same.
  public enum By {
    /// The call id alone.
    @JsonProperty("Call")
    CALL,
    /// Run, tool and input.
    @JsonProperty("Input")
    INPUT,
    /// A business key.
    @JsonProperty("Key")
    KEY
  }
}
