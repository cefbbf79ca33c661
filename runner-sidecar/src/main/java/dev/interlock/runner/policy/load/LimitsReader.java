package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.ConcurrencySpec;
import dev.interlock.crd.v1alpha1.CostSpec;
import dev.interlock.crd.v1alpha1.RateLimitSpec;
import dev.interlock.runner.policy.RateLimit;
import dev.interlock.runner.policy.terms.ToolTerms.ConcurrencyTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads `spec.concurrency`, `spec.rateLimits` and `spec.cost`.
record LimitsReader(SpecContext context) {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  ConcurrencyTerms concurrency(@Nullable ConcurrencySpec spec) {
    var given = spec == null ? new ConcurrencySpec(null, null) : spec;
    return new ConcurrencyTerms(
        given.lock(),
        context
            .values()
            .number("spec.concurrency.maxInFlight", given.maxInFlight(), 0, 1, 100_000));
  }

  List<RateLimit> rateLimits(@Nullable List<RateLimitSpec> specs) {
    var limits = new ArrayList<RateLimit>();
    var given = specs == null ? List.<RateLimitSpec>of() : specs;
    for (int i = 0; i < given.size(); i++) {
      var spec = given.get(i);
      var at = "spec.rateLimits[" + i + "].";
      limits.add(
          new RateLimit(
              context.values().number(at + "limit", spec.limit(), 1, 1, 1_000_000),
              context
                  .values()
                  .duration(
                      at + "per", spec.per(), MINUTE, Duration.ofMillis(1), Duration.ofDays(366)),
              scope(spec.scope())));
    }
    return limits;
  }

  private static RateLimit.Scope scope(RateLimitSpec.@Nullable Scope scope) {
    return switch (scope) {
      case null -> RateLimit.Scope.TOOL;
      case TOOL -> RateLimit.Scope.TOOL;
      case AGENT -> RateLimit.Scope.AGENT;
      case USER -> RateLimit.Scope.USER;
      case RUN -> RateLimit.Scope.RUN;
    };
  }

  long costPerCall(@Nullable CostSpec spec) {
    return context.values().micros("spec.cost.perCall", spec == null ? null : spec.perCall(), 0);
  }
}
