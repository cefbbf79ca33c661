package dev.interlock.runner.policy;

import java.time.Duration;
import java.util.Set;

/// When and how often an operation is attempted again.
///
/// @param maxAttempts over the whole life of the operation, the first included, 1..20
/// @param initial the first delay's upper bound; it doubles with every attempt
/// @param throttled the same after the upstream said that it is overloaded
/// @param max no delay is longer
/// @param refusedBefore statuses that this upstream answers before doing anything
/// @param budget the token bucket that all operations of the upstream share
public record RetryRules(
    int maxAttempts,
    Duration initial,
    Duration throttled,
    Duration max,
    Set<Integer> refusedBefore,
    RetryBudget budget) {
  public RetryRules {
    refusedBefore = Set.copyOf(refusedBefore);
  }

  /// A token bucket: a retry costs tokens, a success pays them back; without tokens nothing is
  /// retried. Source: the AWS SDKs' standard retry mode.
  ///
  /// @param tokens the bucket's size
  /// @param cost of a retry
  /// @param throttledCost of a retry after the upstream said that it is overloaded
  public record RetryBudget(int tokens, int cost, int throttledCost) {}
}
