package dev.interlock.runner.execution;

import dev.interlock.runner.operation.RunId;

/// The run is closed: no call of it is accepted any more.
final class RunClosedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RunClosedException(RunId run) {
    super("run " + run + " is closed");
  }
}
