package dev.interlock.runner.operation;

import java.time.Instant;

/// What bounds an operation's execution, frozen when it was validated: neither a restart nor a
/// changed policy moves it.
///
/// @param deadline the absolute time after which no attempt may begin
/// @param maxAttempts how many attempts the operation may make over its whole life, 1..20
/// @param maxInFlight how many operations of the policy may execute at once; 0 for no limit
public record ExecutionLimits(Instant deadline, int maxAttempts, int maxInFlight) {
  public ExecutionLimits {
    if (maxAttempts < 1 || maxAttempts > 20) {
      throw new IllegalArgumentException("maxAttempts must be 1..20, got " + maxAttempts);
    }
  }
}
