package dev.interlock.runner.outcome;

import static dev.interlock.runner.operation.ToolErrorCode.CANCELLED;
import static dev.interlock.runner.operation.ToolErrorCode.FORBIDDEN;
import static dev.interlock.runner.operation.ToolErrorCode.INVALID_RESULT;
import static dev.interlock.runner.operation.ToolErrorCode.PERMANENT_FAILURE;
import static dev.interlock.runner.operation.ToolErrorCode.RATE_LIMITED;
import static dev.interlock.runner.operation.ToolErrorCode.TIMEOUT_UNKNOWN;
import static dev.interlock.runner.operation.ToolErrorCode.UPSTREAM_UNAVAILABLE;

import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.ToolOutcome.FailedPermanent;
import dev.interlock.runner.operation.ToolOutcome.FailedRetryable;
import dev.interlock.runner.operation.ToolOutcome.OutcomeUnknown;
import dev.interlock.runner.operation.ToolOutcome.Pending;
import dev.interlock.runner.operation.ToolOutcome.Succeeded;
import dev.interlock.runner.outcome.Signal.NoCompleteResponse;
import dev.interlock.runner.outcome.Signal.NothingSent;
import dev.interlock.runner.outcome.Signal.Obstacle;
import dev.interlock.runner.outcome.Signal.Response;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The outcome table: how far the request got, what came back and what the policy promises, and
/// from nothing else. Never from prose.
///
/// Source: the article's error matrix; the rows are those of docs/failure-modes.md.
public final class OutcomeClassification {
  private OutcomeClassification() {}

  /// The outcome of one attempt.
  ///
  /// @param now for Retry-After dates
  public static ToolOutcome classify(
      Signal signal, Promises promises, ResultReader results, Instant now) {
    return switch (signal) {
      case NothingSent nothing -> ofNothingSent(nothing);
      case NoCompleteResponse _ -> ambiguous(TIMEOUT_UNKNOWN, promises, Duration.ZERO);
      case Response response -> ofResponse(response, promises, results, now);
    };
  }

  /// Nothing was sent, so it is safe to send.
  private static ToolOutcome ofNothingSent(NothingSent nothing) {
    return switch (nothing.obstacle()) {
      case RATE_LIMITED -> new FailedRetryable(RATE_LIMITED, false, Duration.ZERO);
      case CANCELLED -> new FailedRetryable(CANCELLED, false, Duration.ZERO);
      case ADDRESS_FORBIDDEN -> new FailedPermanent(PERMANENT_FAILURE, nothing.detail());
      case NAME_RESOLUTION,
          CONNECTION_REFUSED,
          CONNECT_TIMEOUT,
          TLS_FAILURE,
          NO_CONNECTION,
          CIRCUIT_OPEN,
          STREAM_REFUSED,
          CREDENTIAL_MISSING,
          LEASE_LOST ->
          new FailedRetryable(UPSTREAM_UNAVAILABLE, false, Duration.ZERO);
    };
  }

  private static ToolOutcome ofResponse(
      Response response, Promises promises, ResultReader results, Instant now) {
    int status = response.status();
    if (status == promises.inFlightStatus() && promises.keyed() && promises.risk().isWrite()) {
      return new FailedRetryable(UPSTREAM_UNAVAILABLE, true, retryAfter(response, now));
    }
    if (promises.refusedBefore().contains(status) && status >= 400) {
      return new FailedRetryable(codeOf(status), false, retryAfter(response, now));
    }
    if (status == 202 && promises.pendingOn202()) {
      return new Pending(location(response));
    }
    return switch (status) {
      case 401, 403 -> new FailedPermanent(FORBIDDEN, "the upstream answered " + status);
      case 425, 429 -> refusedEarly(response, promises, now);
      case 408 -> ambiguous(codeOf(status), promises, retryAfter(response, now));
      case 501, 505 -> permanent(status);
      default ->
          switch (status / 100) {
            case 2 -> ofSuccess(response, promises, results);
            case 3, 4 -> permanent(status);
            // Also those that nobody has defined: a proxy's 524 says that the request went on.
            default -> ambiguous(codeOf(status), promises, retryAfter(response, now));
          };
    };
  }

  /// 2xx: a write was done, whatever its body looks like.
  private static ToolOutcome ofSuccess(Response response, Promises promises, ResultReader results) {
    var reading = results.read(response.body(), response.overSize());
    if (reading.valid()) {
      return new Succeeded(reading.shown(), reading.truncated(), null);
    }
    return promises.risk().isWrite()
        ? new Succeeded(null, false, INVALID_RESULT)
        : new FailedPermanent(INVALID_RESULT, "the result is not what the policy declares");
  }

  /// 425 and 429 are answered before doing anything; an unkeyed write relies on that only when the
  /// policy says so (`retry.refusedBefore`, handled before).
  private static ToolOutcome refusedEarly(Response response, Promises promises, Instant now) {
    return promises.isUnkeyedWrite()
        ? new FailedPermanent(
            codeOf(response.status()), "the upstream answered " + response.status())
        : new FailedRetryable(codeOf(response.status()), false, retryAfter(response, now));
  }

  /// The effect may exist: only a read, or the same key, may be sent again.
  private static ToolOutcome ambiguous(ToolErrorCode code, Promises promises, Duration retryAfter) {
    return promises.isUnkeyedWrite()
        ? new OutcomeUnknown(TIMEOUT_UNKNOWN)
        : new FailedRetryable(
            promises.risk().isWrite() ? code : readable(code),
            promises.risk().isWrite(),
            retryAfter);
  }

  /// A read has no unknown outcome: it only did not work.
  private static ToolErrorCode readable(ToolErrorCode code) {
    return code == TIMEOUT_UNKNOWN ? UPSTREAM_UNAVAILABLE : code;
  }

  private static ToolOutcome permanent(int status) {
    return new FailedPermanent(PERMANENT_FAILURE, "the upstream answered " + status);
  }

  private static ToolErrorCode codeOf(int status) {
    return status == 429 ? RATE_LIMITED : UPSTREAM_UNAVAILABLE;
  }

  private static Duration retryAfter(Response response, Instant now) {
    return RetryAfter.parse(response.headers(), now);
  }

  private static @Nullable String location(Response response) {
    List<String> values = response.headers().getOrDefault("location", List.of());
    return values.size() == 1 ? values.getFirst() : null;
  }

  /// Whether the obstacle has to do with us and not with the upstream: it costs no retry token.
  public static boolean isLocal(Obstacle obstacle) {
    return switch (obstacle) {
      case RATE_LIMITED, CANCELLED, LEASE_LOST, CIRCUIT_OPEN, NO_CONNECTION -> true;
      case NAME_RESOLUTION,
          CONNECTION_REFUSED,
          CONNECT_TIMEOUT,
          TLS_FAILURE,
          STREAM_REFUSED,
          ADDRESS_FORBIDDEN,
          CREDENTIAL_MISSING ->
          false;
    };
  }
}
