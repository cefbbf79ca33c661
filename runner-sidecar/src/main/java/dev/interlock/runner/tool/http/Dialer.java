package dev.interlock.runner.tool.http;

import static java.util.Objects.requireNonNull;

import dev.interlock.runner.outcome.Signal.Obstacle;
import dev.interlock.runner.tool.http.Attempt.StoppedException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Makes connections: resolves the name once, refuses forbidden addresses, and connects to one of
/// the others by its number, so that no second look-up can lead elsewhere. The name still stands in
/// Host and SNI, and the certificate is checked against it.
final class Dialer {
  private final HttpClientAgent client;
  private final NameResolution names;
  private final LongSupplier nanoTime;
  private final Duration reuse;

  /// @param reuse how long a connection that came too late for its attempt is kept for another one
  Dialer(HttpClientAgent client, NameResolution names, LongSupplier nanoTime, Duration reuse) {
    this.client = client;
    this.names = names;
    this.nanoTime = nanoTime;
    this.reuse = reuse;
  }

  /// Connects, trying the addresses in turn. The caller holds a permit of `pool`; when this throws,
  /// the permit is released, at once or when the connection being made is done.
  PooledConnection dial(Origin origin, ConnectionPool pool, Attempt attempt)
      throws NotSentException {
    List<InetAddress> addresses;
    try {
      addresses = allowed(origin, attempt);
    } catch (NotSentException e) {
      pool.releasePermit();
      throw e;
    }
    ExecutionException last = null;
    for (InetAddress address : addresses) {
      CompletableFuture<PooledConnection> connecting = connect(origin, address, pool);
      try {
        return attempt.await(connecting);
      } catch (StoppedException e) {
        keepWhenDone(connecting, pool);
        throw new NotSentException(
            e.stop().obstacle(Obstacle.CONNECT_TIMEOUT),
            "connecting to " + origin + " took too long");
      } catch (ExecutionException e) {
        last = e;
      }
    }
    pool.releasePermit();
    throw refused(origin, last);
  }

  private List<InetAddress> allowed(Origin origin, Attempt attempt) throws NotSentException {
    List<InetAddress> all;
    try {
      all = attempt.await(names.resolve(origin.nameToResolve()));
    } catch (StoppedException e) {
      throw new NotSentException(
          e.stop().obstacle(Obstacle.NAME_RESOLUTION),
          "resolving " + origin.host() + " took too long");
    } catch (ExecutionException _) {
      throw new NotSentException(
          Obstacle.NAME_RESOLUTION, "the host " + origin.host() + " does not resolve");
    }
    List<InetAddress> allowed =
        all.stream().filter(address -> !ForbiddenAddresses.contains(address)).toList();
    if (allowed.isEmpty()) {
      throw new NotSentException(
          Obstacle.ADDRESS_FORBIDDEN,
          origin.host()
              + " is at an address that no tool may reach (link-local or metadata service)");
    }
    return allowed;
  }

  private CompletableFuture<PooledConnection> connect(
      Origin origin, InetAddress address, ConnectionPool pool) {
    var options =
        new HttpConnectOptions()
            .setServer(SocketAddress.inetSocketAddress(origin.port(), address.getHostAddress()))
            .setHost(origin.host())
            .setPort(origin.port())
            .setSsl(origin.isTls());
    Future<HttpClientConnection> connecting;
    try {
      connecting = client.connect(options);
    } catch (IllegalStateException e) { // the client was closed meanwhile
      return CompletableFuture.failedFuture(e);
    }
    return connecting
        .map(http -> {
          var connection =
              new PooledConnection(
                  http, requireNonNull(Vertx.currentContext()), nanoTime.getAsLong());
          http.closeHandler(_ -> {
            connection.markClosed();
            pool.forget(connection);
          });
          return connection;
        })
        .toCompletionStage()
        .toCompletableFuture();
  }

  private void keepWhenDone(CompletableFuture<PooledConnection> connecting, ConnectionPool pool) {
    var _ =
        connecting.whenComplete((connection, _) -> {
          if (connection != null) {
            pool.keep(connection, reuse);
          }
          pool.releasePermit();
        });
  }

  private static NotSentException refused(Origin origin, @Nullable ExecutionException last) {
    Throwable cause = last == null ? null : last.getCause();
    Obstacle obstacle =
        cause == null ? Obstacle.CONNECTION_REFUSED : Faults.obstacle(cause, origin.isTls());
    return new NotSentException(
        obstacle, "no connection to " + origin + ": " + Faults.describe(cause));
  }
}
