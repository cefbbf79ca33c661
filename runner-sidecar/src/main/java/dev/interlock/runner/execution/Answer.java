package dev.interlock.runner.execution;

import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import java.time.Duration;

/// What the runner tells a door about a call. Every door turns it into its own wire form.
public sealed interface Answer {

  /// There is an operation, and this is where it stands. Only what the journal holds is told.
  ///
  /// @param callId the call that is answered, which may be another than the operation's first
  /// @param replayed whether the call met an operation that existed already
  record Known(Snapshot snapshot, CallId callId, boolean replayed) implements Answer {}

  /// No tool of this name is offered to this agent.
  record NoSuchTool(String tool) implements Answer {}

  /// The journal knows no such operation.
  record NoSuchOperation() implements Answer {}

  /// The call id is known in this run with other arguments or another tool; that operation is
  /// untouched.
  record CallConflict(OperationId existing, CallId callId) implements Answer {}

  /// The runner did nothing and records nothing: a rate limit, or the journal. The same call may
  /// come again.
  ///
  /// @param retryAfter zero when nobody knows
  record Refused(ToolErrorCode code, String message, Duration retryAfter, RunId run, CallId callId)
      implements Answer {}
}
