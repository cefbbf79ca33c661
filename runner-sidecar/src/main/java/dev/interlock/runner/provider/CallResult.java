package dev.interlock.runner.provider;

import dev.interlock.runner.operation.CallId;
import tools.jackson.databind.node.ObjectNode;

/// What the runner answers to one proposed call.
///
/// @param callId the call that is answered
/// @param succeeded whether the effect is known to exist; everything else is an error to a provider
/// @param envelope what the model gets to read
public record CallResult(CallId callId, boolean succeeded, ObjectNode envelope) {}
