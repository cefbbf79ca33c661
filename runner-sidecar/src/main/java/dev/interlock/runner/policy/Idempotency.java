package dev.interlock.runner.policy;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What the upstream promises about a repeated request.
///
/// @param retention how long the upstream remembers a key; past it the key protects nothing. Absent
///   when it is not by key
/// @param replaysFailures a stored failure comes back for the same key: it is final
/// @param inFlightStatus the status that means "the first one is still running"; 0 for none
public record Idempotency(
    Mode mode, @Nullable Duration retention, boolean replaysFailures, int inFlightStatus) {

  /// Why a repeated request has no second effect.
  public enum Mode {
    /// It has one.
    NONE,
    /// The request sets a state: doing it again changes nothing.
    NATURAL,
    /// The upstream honours our idempotency key.
    KEY
  }

  /// Whether sending the same bytes again is safe.
  public boolean keyed() {
    return mode != Mode.NONE;
  }
}
