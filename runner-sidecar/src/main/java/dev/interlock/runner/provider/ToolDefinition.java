package dev.interlock.runner.provider;

import tools.jackson.databind.node.ObjectNode;

/// A tool as a model is told of it.
///
/// @param name as the model is to call it
/// @param description what it does, for the model
/// @param inputSchema the JSON Schema (2020-12) of its arguments
public record ToolDefinition(String name, String description, ObjectNode inputSchema) {}
