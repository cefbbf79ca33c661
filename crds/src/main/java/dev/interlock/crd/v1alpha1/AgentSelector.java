package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which agents something applies to.
///
/// @param matchLabels labels that a pod must carry; absent or empty for all injected pods
public record AgentSelector(
    @JsonPropertyDescription(
            "Labels that an agent's pod must carry, all of them. Empty: every injected pod of the"
                + " namespace.")
        @Nullable Map<String, String> matchLabels) {}
