package dev.interlock.runner.policy;

import org.jspecify.annotations.Nullable;

/// What of an upstream's answer the model may see.
///
/// @param json the exposed part, valid JSON; absent when there is nothing to show or `valid` is
///   false
/// @param truncated whether something was left out because of its size
/// @param valid whether the answer is what the policy declares; false withholds it
public record Shown(@Nullable String json, boolean truncated, boolean valid) {}
