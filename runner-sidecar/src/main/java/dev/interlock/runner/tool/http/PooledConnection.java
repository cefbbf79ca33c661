package dev.interlock.runner.tool.http;

import io.vertx.core.Context;
import io.vertx.core.http.HttpClientConnection;

/// A connection to one upstream, used by one exchange at a time.
final class PooledConnection {
  private final HttpClientConnection http;
  private final Context context;
  private final long openedNanos;
  private volatile boolean closed;
  // Guarded by the pool.
  private long reusableUntilNanos;

  /// @param context the one whose event loop serves the connection: all that its exchanges do
  ///   happens there, in order with the connection's own events
  PooledConnection(HttpClientConnection http, Context context, long openedNanos) {
    this.http = http;
    this.context = context;
    this.openedNanos = openedNanos;
    this.reusableUntilNanos = openedNanos;
  }

  HttpClientConnection http() {
    return http;
  }

  Context context() {
    return context;
  }

  long openedNanos() {
    return openedNanos;
  }

  /// Whether the peer or we closed it. On its event loop the answer is exact: when it is false,
  /// what is written now is written to an open socket.
  boolean isClosed() {
    return closed;
  }

  void markClosed() {
    closed = true;
  }

  void close() {
    closed = true;
    var _ = http.close();
  }

  long reusableUntilNanos() {
    return reusableUntilNanos;
  }

  void reusableUntilNanos(long nanos) {
    reusableUntilNanos = nanos;
  }
}
