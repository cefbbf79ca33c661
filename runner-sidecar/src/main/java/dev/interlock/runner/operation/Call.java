package dev.interlock.runner.operation;

import org.jspecify.annotations.Nullable;

/// One tool call as the model proposed it: the durable data of `proposed`.
///
/// @param callId the provider's id, echoed verbatim
/// @param tool the tool's name as the model wrote it
/// @param rawArguments the arguments exactly as received, before parsing
/// @param runId the run that the call belongs to
/// @param turn the model turn inside the run, counted from 1; 0 when the agent did not say
/// @param agent who calls
/// @param traceId the W3C trace id, 32 hex digits: the caller's where it sent one
/// @param user on whose behalf; absent when no verified token came with the run or call
public record Call(
    CallId callId,
    String tool,
    String rawArguments,
    RunId runId,
    int turn,
    Agent agent,
    String traceId,
    @Nullable EndUser user) {}
