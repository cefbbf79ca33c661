package dev.interlock.runner.tool.http;

import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.outcome.Signal.Obstacle;

/// Ends an attempt before a byte of its request was handed to a socket. Never leaves this package:
/// it becomes the signal.
final class NotSentException extends Exception {
  private static final long serialVersionUID = 1;

  private final Obstacle obstacle;
  private final String detail;

  NotSentException(Obstacle obstacle, String detail) {
    super(detail, null, false, false);
    this.obstacle = obstacle;
    this.detail = detail;
  }

  Signal.NothingSent signal() {
    return new Signal.NothingSent(obstacle, detail);
  }
}
