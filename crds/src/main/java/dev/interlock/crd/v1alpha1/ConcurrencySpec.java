package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// What must not run at the same time.
public record ConcurrencySpec(
    @JsonPropertyDescription(
            "CEL expression over input that names the resource an operation touches, for example"
                + " input.customer_id. Operations of one upstream with the same name run one"
                + " after the other. Default: no lock.")
        @Nullable String lock,
    @JsonPropertyDescription(
            "How many operations of this policy may be executed at once, 1 to 100000. Default: no"
                + " limit.")
        @Nullable Integer maxInFlight) {}
