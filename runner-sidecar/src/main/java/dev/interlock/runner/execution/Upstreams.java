package dev.interlock.runner.execution;

import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.HttpRequest;
import java.time.Duration;

/// Port: the way to the upstreams. Exactly one request goes on the wire for each call of `send`, or
/// none; nothing is retried and no redirect is followed for a write.
public interface Upstreams {
  /// Sends and waits. Never throws for anything that the upstream or the network does: that is what
  /// the answer tells.
  ///
  /// @param timeout from connecting to the last byte of the body
  /// @param cancellation closes the connection when it is set
  Signal send(HttpRequest request, Duration timeout, Cancellation cancellation);
}
