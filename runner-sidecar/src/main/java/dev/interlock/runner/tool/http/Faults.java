package dev.interlock.runner.tool.http;

import dev.interlock.runner.outcome.Signal.Interruption;
import dev.interlock.runner.outcome.Signal.Obstacle;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/// What the client's exceptions mean. Which of the two questions is asked depends on whether a byte
/// was handed over, never on the exception.
final class Faults {
  private Faults() {}

  /// Why there is no connection.
  static Obstacle obstacle(Throwable failure, boolean tls) {
    return switch (failure) {
      case ConnectTimeoutException _ -> Obstacle.CONNECT_TIMEOUT;
      case UnknownHostException _ -> Obstacle.NAME_RESOLUTION;
      case SSLException _ -> Obstacle.TLS_FAILURE;
      case ClosedChannelException _ when tls -> Obstacle.TLS_FAILURE;
      default -> Obstacle.CONNECTION_REFUSED;
    };
  }

  /// Why the response is not complete.
  ///
  /// @param bodyBegun whether the response's head had arrived
  static Interruption interruption(Throwable failure, boolean bodyBegun) {
    boolean closed =
        failure instanceof HttpClosedException || failure instanceof ClosedChannelException;
    if (closed) {
      return bodyBegun ? Interruption.TRUNCATED : Interruption.CONNECTION_LOST;
    }
    // A reset, a broken TLS record layer: the connection is gone, whatever had arrived.
    return failure instanceof IOException
        ? Interruption.CONNECTION_LOST
        : Interruption.PROTOCOL_ERROR;
  }

  /// The innermost cause in one line, cut at 200 characters: it names no payload of ours, but may
  /// quote what the network sent.
  static String describe(@Nullable Throwable failure) {
    if (failure == null) {
      return "unknown cause";
    }
    Throwable root = failure;
    for (int depth = 0; root.getCause() != null && depth < 10; depth++) {
      root = root.getCause();
    }
    String message =
        root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    String line = message.replaceAll("\\p{Cntrl}+", " ").strip();
    return line.length() > 200 ? line.substring(0, 200) + "..." : line;
  }
}
