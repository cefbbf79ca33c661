package dev.interlock.runner.tool.http;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/// The connections to one upstream. A permit stands for a connection in use or being made; idle
/// ones hold none. A new connection is made only when none is idle, so permits bound all of them.
/// Safe for any thread, never blocks.
final class ConnectionPool {
  /// A connection older than this is not used again, so that a changed address takes effect.
  private static final Duration MAX_AGE = Duration.ofMinutes(5);

  private final LongSupplier nanoTime;
  private final Deque<PooledConnection> idle = new ArrayDeque<>();
  private final Deque<CompletableFuture<Void>> waiting = new ArrayDeque<>();
  private int free;
  private boolean closed;

  /// @param nanoTime the clock by which connections age, in nanoseconds
  ConnectionPool(int maxConnections, LongSupplier nanoTime) {
    this.free = maxConnections;
    this.nanoTime = nanoTime;
  }

  /// Asks for a permit: first come, first served. Done at once when one is free. Cancel the answer
  /// to wait no longer; when that fails the permit was granted, and has to be released.
  synchronized CompletableFuture<Void> permit() {
    if (closed) {
      return CompletableFuture.failedFuture(new IllegalStateException("the runner is closing"));
    }
    if (free > 0) {
      free--;
      return CompletableFuture.completedFuture(null);
    }
    var permit = new CompletableFuture<Void>();
    waiting.addLast(permit);
    return permit;
  }

  /// Gives a permit back: the connection it stood for is idle or gone.
  void releasePermit() {
    CompletableFuture<Void> next;
    do {
      synchronized (this) {
        next = waiting.pollFirst();
        if (next == null) {
          free++;
          return;
        }
      }
    } while (!next.complete(null));
  }

  /// The connection used last, if one may be used again. The caller holds a permit.
  synchronized Optional<PooledConnection> takeIdle() {
    closeExpired();
    return Optional.ofNullable(idle.pollFirst());
  }

  /// Keeps a connection for reuse during `reuse`. Call before releasing its permit.
  synchronized void keep(PooledConnection connection, Duration reuse) {
    if (closed || connection.isClosed() || !reuse.isPositive()) {
      connection.close();
      return;
    }
    connection.reusableUntilNanos(nanoTime.getAsLong() + reuse.toNanos());
    idle.addFirst(connection);
  }

  /// Forgets a connection that was closed.
  synchronized void forget(PooledConnection connection) {
    idle.remove(connection);
  }

  /// Closes what may not be used again.
  synchronized void closeExpired() {
    long now = nanoTime.getAsLong();
    List<PooledConnection> expired = new ArrayList<>();
    idle.removeIf(c -> {
      boolean over =
          c.isClosed()
              || c.reusableUntilNanos() - now <= 0
              || now - c.openedNanos() > MAX_AGE.toNanos();
      return over && expired.add(c);
    });
    expired.forEach(PooledConnection::close);
  }

  /// How many connections are idle.
  synchronized int idle() {
    return idle.size();
  }

  /// Closes idle connections; the others close when their exchange ends.
  synchronized void close() {
    closed = true;
    List.copyOf(idle).forEach(PooledConnection::close);
    idle.clear();
  }
}
