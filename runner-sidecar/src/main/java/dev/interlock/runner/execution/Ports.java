package dev.interlock.runner.execution;

import dev.interlock.runner.policy.ToolPolicies;
import java.util.function.Supplier;

/// Everything outside that the engine works with.
///
/// @param policies the policies in force now; asked anew at each decision
/// @param listener told of every commit
public record Ports(
    Journal journal,
    Upstreams upstreams,
    Supplier<ToolPolicies> policies,
    RateLimits rateLimits,
    Timing timing,
    Identifiers identifiers,
    TransitionListener listener) {}
