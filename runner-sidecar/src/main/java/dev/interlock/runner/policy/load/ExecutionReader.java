package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.BackoffSpec;
import dev.interlock.crd.v1alpha1.RetrySpec;
import dev.interlock.crd.v1alpha1.TimeoutSpec;
import dev.interlock.runner.policy.Idempotency;
import dev.interlock.runner.policy.RetryRules;
import dev.interlock.runner.policy.RetryRules.RetryBudget;
import dev.interlock.runner.policy.Timeouts;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `spec.timeout` and `spec.retry`.
record ExecutionReader(SpecContext context) {
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration DAY = Duration.ofHours(24);
  private static final int MAX_TOKENS = 1_000_000;

  Timeouts timeouts(@Nullable TimeoutSpec spec) {
    var given = spec == null ? new TimeoutSpec(null, null) : spec;
    var values = context.values();
    var attempt =
        values.duration(
            "spec.timeout.attempt", given.attempt(), Duration.ofSeconds(5), MILLISECOND, DAY);
    var operation =
        values.duration(
            "spec.timeout.operation",
            given.operation(),
            Duration.ofMinutes(2),
            MILLISECOND,
            DAY.multipliedBy(30));
    if (attempt.compareTo(operation) > 0) {
      if (given.attempt() == null) {
        return new Timeouts(operation, operation);
      }
      if (given.operation() == null) {
        return new Timeouts(attempt, attempt);
      }
      context.rejectUnlessBroken(
          "spec.timeout.attempt",
          "must not be longer than spec.timeout.operation (%s), got %s"
              .formatted(given.operation(), given.attempt()));
      return new Timeouts(operation, operation);
    }
    return new Timeouts(attempt, operation);
  }

  RetryRules retry(@Nullable RetrySpec spec, Idempotency idempotency) {
    var given = spec == null ? new RetrySpec(null, null, null, null) : spec;
    int careful = context.risk().isWrite() ? 1 : 3;
    int attempts =
        context.values().number("spec.retry.maxAttempts", given.maxAttempts(), careful, 1, 20);
    var refusedBefore = statuses(given.refusedBefore());
    if (context.risk().isWrite()
        && !idempotency.keyed()
        && attempts > 1
        && refusedBefore.isEmpty()) {
      context.rejectUnlessBroken(
          "spec.retry.maxAttempts",
          "%d attempts of a write that the upstream does not deduplicate could repeat its effect: write 1,"
                  .formatted(attempts)
              + " or idempotency.mode Key or Natural, or list in retry.refusedBefore the statuses that"
              + " this upstream answers before doing anything",
          "spec.risk",
          "spec.idempotency",
          "spec.retry.refusedBefore");
    }
    var backoff = backoff(given.backoff());
    return new RetryRules(
        attempts,
        backoff.get(0),
        backoff.get(1),
        backoff.get(2),
        refusedBefore,
        budget(given.budget()));
  }

  private List<Duration> backoff(@Nullable BackoffSpec spec) {
    var given = spec == null ? new BackoffSpec(null, null, null) : spec;
    var at = "spec.retry.backoff.";
    var values = context.values();
    var max = values.duration(at + "max", given.max(), Duration.ofSeconds(20), MILLISECOND, DAY);
    var initial =
        values.duration(
            at + "initial", given.initial(), shorter(Duration.ofMillis(50), max), MILLISECOND, DAY);
    var throttled =
        values.duration(
            at + "throttled",
            given.throttled(),
            shorter(Duration.ofSeconds(1), max),
            MILLISECOND,
            DAY);
    requireOrder(at + "initial", initial, at + "max", max);
    requireOrder(at + "throttled", throttled, at + "max", max);
    return List.of(initial, throttled, max);
  }

  void requireOrder(String field, Duration value, String limit, Duration most) {
    if (value.compareTo(most) > 0) {
      context.rejectUnlessBroken(
          field,
          "must not be longer than %s (%s), got %s"
              .formatted(limit, GoDuration.write(most), GoDuration.write(value)),
          limit);
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  private Set<Integer> statuses(@Nullable List<Integer> statuses) {
    if (statuses == null) {
      return Set.of();
    }
    for (int i = 0; i < statuses.size(); i++) {
      if (statuses.get(i) < 400 || statuses.get(i) > 599) {
        context.reject(
            "spec.retry.refusedBefore[" + i + "]",
            "must be an HTTP status 400..599 that refuses, got " + statuses.get(i));
      }
    }
    return Set.copyOf(statuses);
  }

  private RetryBudget budget(RetrySpec.@Nullable Budget spec) {
    var given = spec == null ? new RetrySpec.Budget(null, null, null) : spec;
    var at = "spec.retry.budget.";
    var values = context.values();
    return new RetryBudget(
        values.number(at + "tokens", given.tokens(), 500, 0, MAX_TOKENS),
        values.number(at + "cost", given.cost(), 14, 0, MAX_TOKENS),
        values.number(at + "throttledCost", given.throttledCost(), 5, 0, MAX_TOKENS));
  }
}
