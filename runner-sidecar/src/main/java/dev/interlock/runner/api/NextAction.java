package dev.interlock.runner.api;

import java.util.Locale;

/// What the model may do next: a closed set. "Try again" is not in it, because whether another
/// attempt is safe is not the model's to decide.
public enum NextAction {
  /// Ask where the operation stands.
  CHECK_STATUS,
  /// Ask a person to look at it.
  REQUEST_HUMAN_REVIEW,
  /// Propose a new call with other arguments.
  CORRECT_ARGUMENTS,
  /// Choose another tool, or do without.
  USE_ANOTHER_TOOL,
  /// Wait: somebody or something else has to happen first.
  WAIT,
  /// End the run.
  FINISH;

  /// The name on the wire.
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
