package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When and how often an operation is attempted again.
public record RetrySpec(
    @JsonPropertyDescription(
            "Attempts over the whole life of an operation, the first included, 1 to 20. Default: 3"
                + " for Read, 1 for writes. An unkeyed write with more than one needs"
                + " refusedBefore.")
        @Nullable Integer maxAttempts,
    @JsonPropertyDescription("Delays between attempts, with full jitter.")
        @Nullable BackoffSpec backoff,
    @JsonPropertyDescription(
            "HTTP statuses that this upstream answers before doing anything, 400 to 599. Only"
                + " these let an unkeyed write be attempted again. Default: none.")
        @Nullable List<Integer> refusedBefore,
    @JsonPropertyDescription(
            "Token bucket shared by all operations of the upstream: without tokens nothing is"
                + " retried.")
        @Nullable Budget budget) {

  /// A token bucket. A success pays tokens back.
  public record Budget(
      @JsonPropertyDescription("Size of the bucket, 0 to 1000000. Default: 500.")
          @Nullable Integer tokens,
      @JsonPropertyDescription("Tokens that a retry costs, 0 to 1000000. Default: 14.")
          @Nullable Integer cost,
      @JsonPropertyDescription(
              "Tokens that a retry costs after the upstream said that it is overloaded, 0 to"
                  + " 1000000. Default: 5.")
          @Nullable Integer throttledCost) {}
}
