package dev.interlock.runner.execution;

import dev.interlock.runner.policy.RetryRules;
import java.util.HashMap;
import java.util.Map;

/// The token bucket of each upstream, shared by all its tools in this process: a retry costs tokens
/// and a success gives them back, so that a struggling upstream is not buried under retries. Safe
/// for any thread; lives in memory only, because it protects the upstream, not the effect. Source:
/// AWS SDK standard retry mode.
final class RetryBudgets {
  private final Map<String, Integer> spent = new HashMap<>();

  /// Takes the tokens for one retry, or says that there are not enough.
  synchronized boolean take(String upstream, RetryRules.RetryBudget rules, boolean throttled) {
    int cost = throttled ? rules.throttledCost() : rules.cost();
    int used = spent.getOrDefault(upstream, 0);
    if (used + cost > rules.tokens()) {
      return false;
    }
    spent.put(upstream, used + cost);
    return true;
  }

  /// A success: gives back what its retry cost, or one token when it needed none.
  synchronized void refund(String upstream, RetryRules.RetryBudget rules, boolean afterRetry) {
    int back = afterRetry ? rules.cost() : 1;
    spent.computeIfPresent(upstream, (_, used) -> used <= back ? null : used - back);
  }
}
