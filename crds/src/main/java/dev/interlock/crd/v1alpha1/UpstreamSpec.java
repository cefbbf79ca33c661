package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// What really performs the operation: exactly one of the two.
public record UpstreamSpec(
    @JsonPropertyDescription("An HTTP request.") @Nullable HttpRequestSpec http,
    @JsonPropertyDescription("A tool of an MCP server.") @Nullable McpSpec mcp) {}
