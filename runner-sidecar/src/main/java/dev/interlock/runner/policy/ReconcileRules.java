package dev.interlock.runner.policy;

import java.time.Duration;

/// The schedule by which an unknown outcome is looked up.
///
/// @param settleAfter how long "not executed" does not count yet: a commit may still be on its way
/// @param initial the first delay between look-ups; it doubles
/// @param max no delay is longer
/// @param deadline after this time without an answer, only a person can tell
public record ReconcileRules(
    Duration settleAfter, Duration initial, Duration max, Duration deadline) {}
