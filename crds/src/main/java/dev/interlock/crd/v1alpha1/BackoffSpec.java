package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// Delays between attempts or look-ups: they double from `initial` to `max`.
public record BackoffSpec(
    @JsonPropertyDescription(
            "Upper bound of the first delay. Default: 50ms for attempts, 1s for look-ups.")
        @Nullable String initial,
    @JsonPropertyDescription(
            "The same after the upstream said that it is overloaded. Default: 1s. Not for"
                + " look-ups.")
        @Nullable String throttled,
    @JsonPropertyDescription("No delay is longer. Default: 20s for attempts, 1m for look-ups.")
        @Nullable String max) {}
