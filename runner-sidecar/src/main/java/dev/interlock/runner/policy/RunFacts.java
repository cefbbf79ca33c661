package dev.interlock.runner.policy;

/// The run as a policy's expressions see it (`run.id`, `run.turn`, `run.calls`, `run.spent`).
///
/// @param turn the model turn of this call, from 1; 0 when the agent did not say
/// @param calls tool calls that the run has made so far
/// @param spentMicros what the run has spent or reserved so far, in micro-units of the currency;
///   expressions see whole units, as in the policy's `cost`
public record RunFacts(String id, int turn, long calls, long spentMicros) {}
