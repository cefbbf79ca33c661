package dev.interlock.runner.simulation;

/// One sidecar process: it can crash at any port call, and be paused and wake up much later.
final class SimProcess {
  private boolean crashed;
  private long pausedUntil;

  /// Thrown at a port call of a crashed process: nothing of it runs any further.
  static final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("crashed", null, false, false);
    }
  }

  void crash() {
    crashed = true;
  }

  boolean isCrashed() {
    return crashed;
  }

  void pauseUntil(long nanos) {
    pausedUntil = nanos;
  }

  long pausedUntil() {
    return pausedUntil;
  }

  void checkAlive() {
    if (crashed) {
      throw new Crash();
    }
  }
}
