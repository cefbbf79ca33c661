package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.RunId;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The way in for every call. Blocking: called from virtual threads, any number at once.
@SuppressWarnings("DoNotCallSuggester")
public final class ToolRunner {

  /// Decides the call, executes it if that is the decision, and waits until it is decided or needs
  /// a person, at most for `wait`; null waits as long as the policy's operation time-out.
  public Answer call(Call call, @Nullable Duration wait) {
    throw new UnsupportedOperationException("not wired yet");
  }

  /// Where the operation stands, now or as soon as it changes, at most after `wait`.
  ///
  /// @param callId the call on whose behalf is asked; null for the operation's first
  public Answer check(OperationId id, @Nullable CallId callId, Duration wait) {
    throw new UnsupportedOperationException("not wired yet");
  }

  /// The same, by the call's own name.
  public Answer check(RunId run, CallId callId, Duration wait) {
    throw new UnsupportedOperationException("not wired yet");
  }

  /// Asks to stop the operation, and answers at once with where it stands then.
  ///
  /// @param by who asks: `agent`, or a person's name
  public Answer cancel(OperationId id, String by) {
    throw new UnsupportedOperationException("not wired yet");
  }

  /// Notes what was given to the agent. Written behind: returns at once.
  ///
  /// @param payload the envelope as sent
  /// @param delivered whether it reached the agent's connection
  public void reported(OperationId id, CallId callId, String payload, boolean delivered) {
    throw new UnsupportedOperationException("not wired yet");
  }
}
