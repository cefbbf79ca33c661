package dev.interlock.runner.execution;

import java.util.ArrayList;
import java.util.List;

/// A wish to stop one operation's attempt, set at most once. Safe for any thread.
public final class Cancellation {
  private final List<Runnable> listeners = new ArrayList<>();
  private boolean requested;

  /// Whether somebody asked to stop.
  public synchronized boolean isRequested() {
    return requested;
  }

  /// Asks to stop, and runs every listener once on this thread.
  public void request() {
    List<Runnable> toRun;
    synchronized (this) {
      requested = true;
      toRun = List.copyOf(listeners);
      listeners.clear();
    }
    toRun.forEach(Runnable::run);
  }

  /// Runs `listener` when somebody asks to stop, at once when somebody already did. Close the
  /// answer to be told no more.
  public Registration onRequest(Runnable listener) {
    synchronized (this) {
      if (!requested) {
        listeners.add(listener);
        return () -> forget(listener);
      }
    }
    listener.run();
    return () -> {};
  }

  private synchronized void forget(Runnable listener) {
    listeners.remove(listener);
  }

  /// A listener's registration.
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}
