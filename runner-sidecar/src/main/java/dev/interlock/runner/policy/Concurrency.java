package dev.interlock.runner.policy;

/// What must not run at the same time.
///
/// @param locks whether operations hold a resource lock: ask `ToolContract.resource` for its name
/// @param maxInFlight how many operations of the policy may execute at once; 0 for no limit
public record Concurrency(boolean locks, int maxInFlight) {}
