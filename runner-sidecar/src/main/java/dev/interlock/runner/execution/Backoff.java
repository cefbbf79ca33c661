package dev.interlock.runner.execution;

import java.time.Duration;

/// Capped exponential backoff with full jitter: `random(0, min(max, initial * 2^(n-1)))`. Source:
/// AWS Builders' Library, "Timeouts, retries and backoff with jitter".
public final class Backoff {
  private Backoff() {}

  /// The pause after failure `n`.
  ///
  /// @param n from 1, without an upper bound: the ceiling grows monotonically to `max` and stays
  /// @param jitter from 0 to 1
  public static Duration delay(Duration initial, Duration max, int n, double jitter) {
    return Duration.ofNanos((long) (ceiling(initial, max, n).toNanos() * jitter));
  }

  /// The longest pause after failure `n`.
  public static Duration ceiling(Duration initial, Duration max, int n) {
    int doublings = Math.max(0, n - 1);
    boolean isCapped = doublings > 62 || initial.toNanos() > max.toNanos() >> doublings;
    return isCapped ? max : Duration.ofNanos(initial.toNanos() << doublings);
  }
}
