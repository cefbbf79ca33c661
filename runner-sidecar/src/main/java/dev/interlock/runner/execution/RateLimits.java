package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Call;
import dev.interlock.runner.policy.ToolContract;
import java.time.Duration;

/// Port: how often calls may be made. Asked before anything is journaled: a refused call leaves no
/// operation behind, and may come again.
@FunctionalInterface
public interface RateLimits {
  /// Takes one call from every limit that the contract declares, or from none.
  ///
  /// @return zero when the call may go on, otherwise how long to wait before the next is let
  ///   through
  Duration take(ToolContract contract, Call call);
}
