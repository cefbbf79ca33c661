package dev.interlock.runner.ratelimit;

import dev.interlock.runner.execution.RateLimits;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.policy.RateLimit;
import dev.interlock.runner.policy.ToolContract;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The rate limits of one process, in memory. Buckets that were not used for longest are forgotten
/// beyond a bound: a forgotten one starts full. Safe for any thread.
public final class LocalRateLimits implements RateLimits {
  private static final int REMEMBERED = 10_000;

  private final TimeMeter time;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > REMEMBERED;
        }
      };

  public LocalRateLimits() {
    this(TimeMeter.SYSTEM_NANOTIME);
  }

  /// @param time by which buckets refill
  LocalRateLimits(TimeMeter time) {
    this.time = time;
  }

  /// From all limits or from none: under one lock, first every limit is asked, then every one is
  /// taken.
  @Override
  public synchronized Duration take(ToolContract contract, Call call) {
    long pause = 0;
    for (var limit : contract.rateLimits()) {
      var estimate = bucket(contract, limit, call).estimateAbilityToConsume(1);
      pause = Math.max(pause, estimate.getNanosToWaitForRefill());
    }
    if (pause == 0) {
      contract.rateLimits().forEach(limit -> bucket(contract, limit, call).tryConsume(1));
    }
    return Duration.ofNanos(pause);
  }

  private Bucket bucket(ToolContract contract, RateLimit limit, Call call) {
    return buckets.computeIfAbsent(key(contract, limit, call), _ -> bucket(limit));
  }

  private Bucket bucket(RateLimit limit) {
    var bandwidth =
        Bandwidth.builder()
            .capacity(limit.limit())
            .refillGreedy(limit.limit(), limit.per())
            .build();
    return Bucket.builder().addLimit(bandwidth).withCustomTimePrecision(time).build();
  }

  private static String key(ToolContract contract, RateLimit limit, Call call) {
    var who =
        switch (limit.scope()) {
          case TOOL -> "tool";
          case AGENT -> "agent " + call.agent().namespace() + "/" + call.agent().serviceAccount();
          case USER -> "user " + (call.user() == null ? "" : call.user().subject());
          case RUN -> "run " + call.runId();
        };
    return contract.ref().name() + " " + limit.limit() + "/" + limit.per() + " " + who;
  }
}
