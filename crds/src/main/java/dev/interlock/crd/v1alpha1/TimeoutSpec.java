package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// How long things may take.
public record TimeoutSpec(
    @JsonPropertyDescription(
            "One attempt, from connecting to the last byte of the answer. Not longer than"
                + " operation. Default: 5s, or operation where that is shorter.")
        @Nullable String attempt,
    @JsonPropertyDescription(
            "The whole operation with its retries and the waiting between them. Default: 2m, or"
                + " attempt where that is longer.")
        @Nullable String operation) {}
