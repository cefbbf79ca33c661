package dev.interlock.runner.policy.terms;

import dev.interlock.runner.policy.Identity;
import org.jspecify.annotations.Nullable;

/// When two calls are the same operation.
///
/// @param key CEL for the business key; absent unless identity is by key
public record IdentityTerms(Identity rules, @Nullable String key) {}
