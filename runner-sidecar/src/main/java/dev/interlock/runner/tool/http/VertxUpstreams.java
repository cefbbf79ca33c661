package dev.interlock.runner.tool.http;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.execution.Upstreams;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.outcome.Signal.Interruption;
import dev.interlock.runner.outcome.Signal.NoCompleteResponse;
import dev.interlock.runner.outcome.Signal.NothingSent;
import dev.interlock.runner.outcome.Signal.Obstacle;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.tool.http.Attempt.StoppedException;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http1ClientConfig;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConfig;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Upstreams over HTTP/1.1. One call of `send` puts one request on the wire, or none; the exception
/// is a read whose policy lets redirects be followed, at most 5 of them. Nothing is ever repeated.
///
/// How far a request got is exact because the connection's event loop both learns that a connection
/// closed and hands the request over: a request is handed over only to a connection that is open,
/// and before that moment an attempt can end with nothing sent. After it, bytes count as sent.
///
/// A connection is used again, for any method, only within the time that the upstream announced
/// (`Keep-Alive: timeout`, less a second), or for `UpstreamSettings.idleReuse` when it announced
/// none. `send` blocks; call it from a virtual thread. Safe for any number of them.
public final class VertxUpstreams implements Upstreams, AutoCloseable {
  private static final int MAX_HEADER_BYTES = 32 * 1024;
  private static final int MAX_STATUS_LINE_BYTES = 4 * 1024;
  private static final long EVICTION_MILLIS = 1_000;

  private final Vertx vertx;
  private final UpstreamSettings settings;
  private final CredentialFiles credentials;
  private final LongSupplier nanoTime;
  private final HttpClientAgent client;
  private final Dialer dialer;
  private final Map<Origin, ConnectionPool> pools = new ConcurrentHashMap<>();
  private final long evictionTimer;
  private volatile boolean closed;

  /// Resolves names as the operating system does.
  ///
  /// @param vertx stays the caller's: closing this does not close it
  public VertxUpstreams(Vertx vertx, UpstreamSettings settings, CredentialFiles credentials) {
    this(vertx, settings, credentials, new SystemNames(), System::nanoTime);
  }

  /// @param nanoTime the clock by which connections age; deadlines go by the system's
  VertxUpstreams(
      Vertx vertx,
      UpstreamSettings settings,
      CredentialFiles credentials,
      NameResolution names,
      LongSupplier nanoTime) {
    this.vertx = vertx;
    this.settings = settings;
    this.credentials = credentials;
    this.nanoTime = nanoTime;
    this.client = client(vertx, settings);
    this.dialer = new Dialer(client, names, nanoTime, settings.idleReuse());
    this.evictionTimer =
        vertx.setPeriodic(
            EVICTION_MILLIS, _ -> pools.values().forEach(ConnectionPool::closeExpired));
  }

  /// @throws IllegalArgumentException when the request is not what the policy package may render
  @Override
  public Signal send(HttpRequest request, Duration timeout, Cancellation cancellation) {
    try (var attempt = new Attempt(timeout, cancellation)) {
      Signal signal = once(request, attempt);
      HttpRequest current = request;
      for (int hop = 0; hop < Redirects.MOST; hop++) {
        if (!(signal instanceof Signal.Response response)) {
          return signal;
        }
        Optional<HttpRequest> next = Redirects.next(current, response);
        if (next.isEmpty()) {
          return signal;
        }
        current = next.get();
        signal = afterRedirect(response, once(current, attempt));
      }
      return signal;
    }
  }

  /// The last request of a chain may not have been sent, but the first one was.
  private static Signal afterRedirect(Signal.Response redirect, Signal signal) {
    if (!(signal instanceof NothingSent(var obstacle, var detail))) {
      return signal;
    }
    @Nullable Interruption why =
        switch (obstacle) {
          case ADDRESS_FORBIDDEN, CREDENTIAL_MISSING -> null;
          case CANCELLED -> Interruption.CANCELLED;
          case LEASE_LOST -> Interruption.ABANDONED;
          case CONNECT_TIMEOUT, NO_CONNECTION -> Interruption.TIMEOUT;
          case NAME_RESOLUTION,
              CONNECTION_REFUSED,
              TLS_FAILURE,
              CIRCUIT_OPEN,
              RATE_LIMITED,
              STREAM_REFUSED ->
              Interruption.CONNECTION_LOST;
        };
    // Where the redirect must not be followed, it is the answer.
    return why == null
        ? redirect
        : new NoCompleteResponse(why, redirect.status(), "redirected: " + detail);
  }

  private Signal once(HttpRequest request, Attempt attempt) {
    try {
      var secret = WireRequest.secret(request.credential(), credentials);
      var wire = WireRequest.of(request, "interlock-runner/" + settings.version(), secret);
      return exchange(wire, attempt);
    } catch (NotSentException e) {
      return e.signal();
    }
  }

  private Signal exchange(WireRequest wire, Attempt attempt) throws NotSentException {
    var options = wire.options();
    ConnectionPool pool =
        pools.computeIfAbsent(
            wire.origin(), _ -> new ConnectionPool(settings.maxConnections(), nanoTime));
    awaitPermit(pool, wire.origin(), attempt);
    // Bounded by the idle connections: each turn uses one up.
    while (true) {
      Optional<PooledConnection> idle = pool.takeIdle();
      PooledConnection connection =
          idle.isPresent() ? idle.get() : dialer.dial(wire.origin(), pool, attempt);
      switch (run(new Exchange(wire, options, connection, settings.idleReuse()), attempt)) {
        case Exchange.End.Answered(var signal, var reuse) -> {
          pool.keep(connection, reuse);
          pool.releasePermit();
          return closed ? abandoned(signal) : signal;
        }
        case Exchange.End.Stale() when idle.isEmpty() -> {
          pool.releasePermit();
          throw new NotSentException(
              Obstacle.CONNECTION_REFUSED,
              wire.origin() + " closed the connection before the request was sent");
        }
        case Exchange.End.Stale() -> connection.close();
      }
    }
  }

  private static Exchange.End run(Exchange exchange, Attempt attempt) {
    var end = exchange.begin();
    try {
      return attempt.await(end);
    } catch (StoppedException e) {
      exchange.abort(e.stop());
      return end.join();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an exchange ends with a value", e);
    }
  }

  private static void awaitPermit(ConnectionPool pool, Origin origin, Attempt attempt)
      throws NotSentException {
    var permit = pool.permit();
    try {
      attempt.check();
      attempt.await(permit);
    } catch (StoppedException e) {
      if (!permit.cancel(false)) {
        pool.releasePermit();
      }
      throw new NotSentException(
          e.stop().obstacle(Obstacle.NO_CONNECTION),
          "all connections to " + origin + " are in use");
    } catch (ExecutionException _) {
      throw new NotSentException(Obstacle.NO_CONNECTION, "the runner is closing");
    }
  }

  /// What closing this did to a request in flight is our doing, not the upstream's.
  private static Signal abandoned(Signal signal) {
    return signal instanceof NoCompleteResponse(var why, var status, var detail)
            && (why == Interruption.CONNECTION_LOST || why == Interruption.TRUNCATED)
        ? new NoCompleteResponse(Interruption.ABANDONED, status, "this runner closed: " + detail)
        : signal;
  }

  /// How many connections to the upstream are kept for reuse.
  int idleConnections(Origin origin) {
    ConnectionPool pool = pools.get(origin);
    return pool == null ? 0 : pool.idle();
  }

  /// Closes all connections. Requests in flight end as abandoned; later ones are not sent.
  @Override
  public void close() {
    closed = true;
    vertx.cancelTimer(evictionTimer);
    pools.values().forEach(ConnectionPool::close);
    var closing = client.shutdown(0, TimeUnit.SECONDS);
    closing.toCompletionStage().toCompletableFuture().join();
  }

  private static HttpClientAgent client(Vertx vertx, UpstreamSettings settings) {
    var config = new HttpClientConfig();
    config.setVersions(HttpVersion.HTTP_1_1);
    config.setConnectTimeout(settings.connectTimeout());
    var http1 = new Http1ClientConfig();
    http1.setMaxHeaderSize(MAX_HEADER_BYTES);
    http1.setMaxInitialLineLength(MAX_STATUS_LINE_BYTES);
    config.setHttp1Config(http1);
    return vertx
        .httpClientBuilder()
        .with(config)
        .with(Trust.options(settings.extraTrust(), settings.connectTimeout()))
        .build();
  }
}
