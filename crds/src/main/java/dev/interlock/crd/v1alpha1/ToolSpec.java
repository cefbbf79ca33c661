package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tool as the model sees it.
///
/// @param name 1 to 64 of `A-Z a-z 0-9 _ -`; default: the policy's name with `-` as `_`
/// @param description for the model
/// @param inputSchema JSON Schema 2020-12 of the arguments, of type object
/// @param outputSchema JSON Schema 2020-12 of the result
/// @param dropNullOptionals whether a null given for an optional property counts as absent
/// @param redact JSON pointers into the input that people and logs never see
public record ToolSpec(
    @JsonPropertyDescription(
            "The name that the model sees: 1 to 64 of A-Z a-z 0-9 _ -. Default: metadata.name"
                + " with - as _.")
        @Nullable String name,
    @JsonProperty(required = true)
        @JsonPropertyDescription("What the tool does, in words for the model.")
        @Nullable String description,
    @JsonProperty(required = true)
        @JsonPropertyDescription(
            "JSON Schema 2020-12 of the arguments; its type is object. References outside of it"
                + " are not followed.")
        @Nullable Map<String, Object> inputSchema,
    @JsonPropertyDescription(
            "JSON Schema 2020-12 of the upstream's answer. An answer that violates it is withheld"
                + " from the model.")
        @Nullable Map<String, Object> outputSchema,
    @JsonPropertyDescription(
            "Whether a null given for an optional property counts as absent. Some models send"
                + " null for everything that they leave out. Default: false.")
        @Nullable Boolean dropNullOptionals,
    @JsonPropertyDescription(
            "JSON pointers into the input (/card/number) that people, ToolRuns and logs never"
                + " see.")
        @Nullable List<String> redact) {}
