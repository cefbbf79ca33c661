package dev.interlock.runner.outcome;

import java.util.List;
import java.util.Map;

/// What one attempt showed: how far the request got and what came back. Facts only, no judgement.
public sealed interface Signal {

  /// How it is written into the record: one line, no payload, no secrets.
  String detail();

  /// Certainly not one byte of the request left this process.
  record NothingSent(Obstacle obstacle, String detail) implements Signal {}

  /// Why nothing was sent.
  enum Obstacle {
    /// The name does not resolve.
    NAME_RESOLUTION,
    /// The connection was refused or reset while connecting.
    CONNECTION_REFUSED,
    /// No connection within the attempt's time.
    CONNECT_TIMEOUT,
    /// The TLS handshake failed: no request byte is sent before it succeeds.
    TLS_FAILURE,
    /// Every pooled connection was busy for the attempt's whole time.
    NO_CONNECTION,
    /// The local circuit breaker is open.
    CIRCUIT_OPEN,
    /// A rate limit of ours.
    RATE_LIMITED,
    /// HTTP/2 REFUSED_STREAM, or GOAWAY with a lower last stream id. Source: RFC 9113 §8.7.
    STREAM_REFUSED,
    /// The address is one that no tool may reach (link-local, metadata service).
    ADDRESS_FORBIDDEN,
    /// The credential that the policy names cannot be read.
    CREDENTIAL_MISSING,
    /// This instance could not renew its lease in time and stopped itself.
    LEASE_LOST,
    /// The caller cancelled before the first byte.
    CANCELLED
  }

  /// At least one byte may have left, and no complete response came back.
  ///
  /// @param status the status line's code when the headers had arrived; 0 when they had not
  record NoCompleteResponse(Interruption interruption, int status, String detail)
      implements Signal {}

  /// Why no complete response came back.
  enum Interruption {
    /// The attempt's time was over.
    TIMEOUT,
    /// The connection was reset or closed.
    CONNECTION_LOST,
    /// The body ended before its declared length or its last chunk.
    TRUNCATED,
    /// What came back is not HTTP.
    PROTOCOL_ERROR,
    /// The caller cancelled; the connection was closed.
    CANCELLED,
    /// This process stopped, or lost its lease, while the attempt was in flight.
    ABANDONED
  }

  /// A complete response.
  ///
  /// @param status the HTTP status code, 200..599
  /// @param headers names in lower case
  /// @param body the body; cut at the size cap when `overSize`
  /// @param overSize whether the body was larger than the cap, and the rest was not read
  record Response(int status, Map<String, List<String>> headers, byte[] body, boolean overSize)
      implements Signal {
    @Override
    public String detail() {
      return "status " + status + ", " + body.length + (overSize ? "+" : "") + " bytes";
    }
  }
}
