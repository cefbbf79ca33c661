package dev.interlock.runner.tool.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// How the runner talks to upstreams, the same for all of them.
///
/// @param maxConnections open connections for each scheme, host and port, 1..10,000
/// @param connectTimeout for connecting and the TLS handshake with one address, 1 ms..1 min. The
///   attempt's own time ends earlier if it is shorter
/// @param idleReuse how long after its last response a connection is used again when the upstream
///   announces no `Keep-Alive: timeout`, 0..1 min. It must be shorter than the idle time of any
///   upstream: a request that meets a connection being closed has an unknown outcome
/// @param extraTrust PEM files with certificates to trust besides those of the JDK
/// @param version the runner's version, sent in `User-Agent`
public record UpstreamSettings(
    int maxConnections,
    Duration connectTimeout,
    Duration idleReuse,
    List<Path> extraTrust,
    String version) {
  private static final Duration ONE_MINUTE = Duration.ofMinutes(1);

  /// 128 connections, 5 s to connect, used again within 1 s, the JDK's certificates.
  public static final UpstreamSettings DEFAULT =
      new UpstreamSettings(128, Duration.ofSeconds(5), Duration.ofSeconds(1), List.of(), "dev");

  public UpstreamSettings {
    if (maxConnections < 1 || maxConnections > 10_000) {
      throw new IllegalArgumentException("maxConnections must be 1..10000, got " + maxConnections);
    }
    if (connectTimeout.toMillis() < 1 || connectTimeout.compareTo(ONE_MINUTE) > 0) {
      throw new IllegalArgumentException("connectTimeout must be 1ms..1m, got " + connectTimeout);
    }
    if (idleReuse.isNegative() || idleReuse.compareTo(ONE_MINUTE) > 0) {
      throw new IllegalArgumentException("idleReuse must be 0s..1m, got " + idleReuse);
    }
    extraTrust = List.copyOf(extraTrust);
  }

  /// The same, trusting these PEM files too.
  public UpstreamSettings withExtraTrust(List<Path> files) {
    return new UpstreamSettings(maxConnections, connectTimeout, idleReuse, files, version);
  }

  /// The same with another bound on the connections for each upstream.
  public UpstreamSettings withMaxConnections(int most) {
    return new UpstreamSettings(most, connectTimeout, idleReuse, extraTrust, version);
  }

  /// The same, sending this version in `User-Agent`.
  public UpstreamSettings withVersion(String sent) {
    return new UpstreamSettings(maxConnections, connectTimeout, idleReuse, extraTrust, sent);
  }
}
