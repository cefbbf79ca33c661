package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// What a call costs, for the run's spend budget.
public record CostSpec(
    @JsonPropertyDescription(
            "Cost of one executed call as a decimal string with at most six places, for example"
                + " \"0.02\". Default: \"0\".")
        @Nullable String perCall) {}
