package dev.interlock.runner.provider;

import dev.interlock.runner.operation.CallId;
import tools.jackson.databind.node.ObjectNode;

/// One tool call that a model's message proposes.
///
/// @param callId the provider's id, or ours where the provider gave none
/// @param idIsOurs whether the id was made here: the answer then carries it only in the envelope,
///   for the provider pairs by position
/// @param tool the tool's name as the model wrote it
/// @param rawArguments the arguments exactly as they came, unread: a text from the model (OpenAI)
///   or a slice of the message (Anthropic, Gemini); empty when there were none
/// @param echo what the answer must repeat besides the id
public record ProposedCall(
    CallId callId, boolean idIsOurs, String tool, String rawArguments, ObjectNode echo) {}
