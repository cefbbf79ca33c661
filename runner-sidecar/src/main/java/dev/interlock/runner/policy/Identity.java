package dev.interlock.runner.policy;

import java.time.Duration;

/// When two calls are the same operation.
///
/// @param window how long a business key stays taken
public record Identity(By by, Duration window) {

  /// What makes calls the same.
  public enum By {
    /// Every call id is a new operation.
    CALL,
    /// Same run, tool and input.
    INPUT,
    /// Same value of the policy's key expression, in the whole namespace.
    KEY
  }
}
