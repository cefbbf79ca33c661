package dev.interlock.runner.api;

import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.Runs;
import dev.interlock.runner.execution.ToolRunner;
import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.policy.ToolPolicies;
import java.util.function.Supplier;

/// What stands behind the routes.
///
/// @param agent whom this sidecar serves, from its own configuration
/// @param policies the policies in force now
public record Doors(
    ToolRunner runner,
    Runs runs,
    Journal journal,
    Supplier<ToolPolicies> policies,
    Agent agent,
    EndUserTokens tokens) {}
