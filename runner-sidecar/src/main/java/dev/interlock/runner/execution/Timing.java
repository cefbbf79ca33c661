package dev.interlock.runner.execution;

import java.time.Duration;

/// Port: time that passes and threads that wait. Wall-clock time is the journal's; this is the
/// monotonic clock, which no clock jump reaches.
public interface Timing {
  /// The monotonic clock in nanoseconds.
  long nanos();

  /// Runs the task on a thread of its own.
  ///
  /// @param name shows in thread dumps
  void start(String name, Runnable task);

  /// Something to wait on.
  Wakeup newWakeup();

  /// Waits until it is woken. A wake before the wait is not lost: the next wait returns at once.
  interface Wakeup {
    /// Wakes the waiting thread, or the next that waits. From any thread.
    void wake();

    /// Waits until woken, at most for `atMost`. Only one thread may wait at a time.
    void await(Duration atMost);
  }
}
