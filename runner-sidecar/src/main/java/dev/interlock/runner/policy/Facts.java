package dev.interlock.runner.policy;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.EndUser;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// What a policy's expressions may look at when they judge one call.
///
/// @param input the frozen input, an object
/// @param user on whose behalf; absent without a verified token, and then rules that need it deny
/// @param agent who calls
/// @param run the run, as its counters are now
public record Facts(JsonNode input, @Nullable EndUser user, Agent agent, RunFacts run) {}
