package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// A tool of an MCP server.
public record McpSpec(
    @JsonProperty(required = true)
        @JsonPropertyDescription(
            "The MCP server's address (streamable HTTP), without placeholders.")
        @Nullable String url,
    @JsonProperty(required = true) @JsonPropertyDescription("The tool's name on that server.")
        @Nullable String tool,
    @JsonPropertyDescription("The credential to send. Default: none.") @Nullable AuthSpec auth) {}
