package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What of the upstream's answer the model sees.
public record ResultSpec(
    @JsonPropertyDescription(
            "JSON pointers of the parts to pass on, for example /id. A list on the way stands for"
                + " each of its items: /orders/id. Default: the whole answer.")
        @Nullable List<String> expose,
    @JsonPropertyDescription(
            "How many bytes of JSON the model gets at most, 256 to 1Mi. Default: 16Ki.")
        @Nullable String maxBytes,
    @JsonPropertyDescription(
            "JSON pointers of parts that nobody sees, for example /card/number. A list on the way"
                + " stands for each of its items.")
        @Nullable List<String> redact) {}
