package dev.interlock.runner.outcome;

import org.jspecify.annotations.Nullable;

/// Reads a successful response's body by the policy's result rules.
@FunctionalInterface
public interface ResultReader {
  /// @param overSize whether the body was cut at the size cap
  Reading read(byte[] body, boolean overSize);

  /// What was read.
  ///
  /// @param valid whether the body can be parsed and fits the output schema
  /// @param shown what the model may see, as JSON; absent when there is nothing to show
  /// @param truncated whether `shown` was cut
  record Reading(boolean valid, @Nullable String shown, boolean truncated) {}
}
