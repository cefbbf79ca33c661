package dev.interlock.runner.policy;

import dev.interlock.runner.operation.IdempotencyKey;
import dev.interlock.runner.operation.OperationId;

/// What an upstream request is rendered from: frozen with the operation, so that every attempt is
/// byte-identical.
///
/// @param canonicalInput the frozen input as `jcsx1` text
public record RequestFacts(String canonicalInput, OperationId id, IdempotencyKey key) {}
