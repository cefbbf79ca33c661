package dev.interlock.runner.operation;

import java.util.Locale;

/// Why an operation is not simply a success. A closed set: on the wire the name in snake_case. Each
/// comment says the cause, then what the model may do next.
public enum ToolErrorCode {
  /// The arguments fail parsing or the schema, or a call id came back with others. Correct and call
  /// anew.
  INVALID_ARGUMENTS,
  /// A rule or the upstream refuses this user or agent. Do something else.
  FORBIDDEN,
  /// A person said no. Do something else; asking again for the same operation gives the same
  /// answer.
  APPROVAL_REJECTED,
  /// Nobody decided in time. Ask a person.
  APPROVAL_EXPIRED,
  /// A rate limit, here or upstream. Come back after `retry_after_ms`.
  RATE_LIMITED,
  /// The upstream could not be reached and certainly did nothing. Do something else.
  UPSTREAM_UNAVAILABLE,
  /// The request was sent and its completion is not confirmed. Check the status, or ask a person.
  TIMEOUT_UNKNOWN,
  /// The upstream refused for good. Do something else.
  PERMANENT_FAILURE,
  /// The upstream answered with something other than the declared result. Do something else.
  INVALID_RESULT,
  /// The call id is known with other arguments or another tool. Use a new call id.
  CALL_CONFLICT,
  /// The business key is known with other arguments. Check the status of that operation.
  IDENTITY_CONFLICT,
  /// The call was cancelled before it could have an effect. Nothing.
  CANCELLED,
  /// The run has used up its turns. Finish.
  TURN_BUDGET,
  /// The run has used up its tool calls. Finish.
  TOOL_CALL_BUDGET,
  /// The run, or the operation, has used up its time. Finish.
  TIME_BUDGET,
  /// The run has used up its money. Finish.
  SPEND_BUDGET,
  /// The journal cannot be reached. Whether the call was taken may be unknown: sent again under the
  /// same call id it is executed once.
  JOURNAL_UNAVAILABLE,
  /// The journal could lose a commit, so no write is done. An operator has to act.
  JOURNAL_NOT_DURABLE,
  /// There is no such tool for this agent. Use another.
  TOOL_NOT_ALLOWED;

  /// The name on the wire, in logs and in metrics.
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
