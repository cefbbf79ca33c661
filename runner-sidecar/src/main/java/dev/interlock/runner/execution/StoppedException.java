package dev.interlock.runner.execution;

/// The process is stopping: the thread was interrupted while it waited. What it was doing is left
/// to recovery.
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoppedException() {
    super("the runner is stopping");
  }
}
