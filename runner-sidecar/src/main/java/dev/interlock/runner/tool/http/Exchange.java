package dev.interlock.runner.tool.http;

import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.outcome.Signal.Interruption;
import dev.interlock.runner.outcome.Signal.NoCompleteResponse;
import dev.interlock.runner.outcome.Signal.NothingSent;
import dev.interlock.runner.outcome.Signal.Obstacle;
import dev.interlock.runner.tool.http.Attempt.Stop;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.RequestOptions;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One request on one connection, and its response. Runs on the connection's event loop, in order
/// with the connection's events; only `abort` may be called from elsewhere. The first end counts.
final class Exchange {
  /// The most header fields of a response.
  static final int MAX_HEADERS = 256;

  private final WireRequest wire;
  private final RequestOptions options;
  private final PooledConnection connection;
  private final Duration unannouncedReuse;
  private final CompletableFuture<End> end = new CompletableFuture<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private Future<Void> written = Future.failedFuture("not written");
  private @Nullable HttpClientResponse response;
  // From here on: guarded by this.
  private boolean handedOver;
  private int status;

  Exchange(
      WireRequest wire,
      RequestOptions options,
      PooledConnection connection,
      Duration unannouncedReuse) {
    this.wire = wire;
    this.options = options;
    this.connection = connection;
    this.unannouncedReuse = unannouncedReuse;
  }

  /// How it ended.
  sealed interface End {
    /// The connection was closed before anything was written: another one may serve the request.
    record Stale() implements End {}

    /// The answer to the attempt.
    ///
    /// @param reuse how long the connection may be used again; zero: it has to be closed
    record Answered(Signal signal, Duration reuse) implements End {}
  }

  /// Begins; the answer comes when it ends, on the event loop or on the thread that aborts.
  CompletableFuture<End> begin() {
    connection.context().runOnContext(_ -> open());
    return end;
  }

  /// Ends it now if it has not ended. Exact: when nothing was handed over yet, nothing will be.
  void abort(Stop stop) {
    Signal signal;
    synchronized (this) {
      signal = handedOver ? interrupted(stop) : notBegun(stop);
      if (!end.complete(closing(signal))) {
        return;
      }
    }
    connection.close();
  }

  private void open() {
    if (connection.isClosed()) {
      end.complete(new End.Stale());
      return;
    }
    connection.http().request(options).onComplete(this::write, _ -> end.complete(new End.Stale()));
  }

  private void write(HttpClientRequest request) {
    request.exceptionHandler(this::failed);
    if (!handOver()) {
      return;
    }
    request.response().onComplete(this::head, this::failed);
    written = wire.announcesBody() ? request.end(Buffer.buffer(wire.body())) : request.end();
  }

  /// The point of no return: from here on a byte may be on the wire.
  private synchronized boolean handOver() {
    handedOver = !end.isDone();
    return handedOver;
  }

  private void head(HttpClientResponse arrived) {
    int code = arrived.statusCode();
    synchronized (this) {
      status = code;
    }
    response = arrived;
    if (code < 200 || code > 599) {
      finish(lost(Interruption.PROTOCOL_ERROR, "status " + code + " ends no request"));
    } else if (arrived.headers().size() > MAX_HEADERS) {
      finish(lost(Interruption.PROTOCOL_ERROR, "more than " + MAX_HEADERS + " header fields"));
    } else {
      arrived.exceptionHandler(this::failed);
      arrived.handler(this::chunk);
      arrived.endHandler(_ -> complete(arrived));
    }
  }

  private void chunk(Buffer chunk) {
    int room = wire.maxBytes() - body.size();
    byte[] bytes = chunk.getBytes(0, Math.min(room, chunk.length()));
    body.writeBytes(bytes);
    if (chunk.length() > room && response != null) {
      finish(new Signal.Response(status(), headers(response), body.toByteArray(), true));
    }
  }

  private void complete(HttpClientResponse arrived) {
    var signal = new Signal.Response(status(), headers(arrived), body.toByteArray(), false);
    boolean http11 = arrived.version() == HttpVersion.HTTP_1_1;
    // A response that overtook its request leaves bytes in the socket's way: not for another one.
    Duration reuse =
        written.succeeded() ? KeepAlive.reuse(signal, http11, unannouncedReuse) : Duration.ZERO;
    end.complete(new End.Answered(signal, reuse));
  }

  private void failed(Throwable failure) {
    Interruption why = Faults.interruption(failure, response != null);
    finish(lost(why, Faults.describe(failure)));
  }

  private void finish(Signal signal) {
    if (end.complete(closing(signal))) {
      connection.close();
    }
  }

  private static End closing(Signal signal) {
    return new End.Answered(signal, Duration.ZERO);
  }

  private NoCompleteResponse lost(Interruption why, String detail) {
    return new NoCompleteResponse(why, status(), "the request was sent: " + detail);
  }

  private NoCompleteResponse interrupted(Stop stop) {
    return switch (stop) {
      case TIMEOUT -> lost(Interruption.TIMEOUT, "no complete response in time");
      case CANCELLED -> lost(Interruption.CANCELLED, "cancelled before a complete response");
      case ABANDONED -> lost(Interruption.ABANDONED, "this process stopped waiting");
    };
  }

  private static NothingSent notBegun(Stop stop) {
    return new NothingSent(
        stop.obstacle(Obstacle.CONNECT_TIMEOUT), "the attempt ended before the request was sent");
  }

  private synchronized int status() {
    return status;
  }

  private static Map<String, List<String>> headers(HttpClientResponse from) {
    Map<String, List<String>> headers = new TreeMap<>();
    from.headers()
        .forEach((name, value) ->
            headers
                .computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
                .add(value));
    return headers;
  }
}
