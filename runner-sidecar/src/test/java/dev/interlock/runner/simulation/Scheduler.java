package dev.interlock.runner.simulation;

import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Virtual time and lock step: of all threads of a schedule exactly one runs, and which one runs
/// next depends on the seed alone.
final class Scheduler {
  private final PriorityQueue<Event> queue = new PriorityQueue<>();
  private final Semaphore control = new Semaphore(0);
  private final Function<String, Random> chance;
  private long now;
  private long sequence;
  private @Nullable Task current;
  private @Nullable Throwable failure;

  /// @param chance a source of chance for each name of a thread
  Scheduler(Function<String, Random> chance) {
    this.chance = chance;
  }

  private record Event(long at, long sequence, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime == 0 ? Long.compare(sequence, other.sequence) : byTime;
    }
  }

  /// Virtual nanoseconds since the schedule began.
  long now() {
    return now;
  }

  /// Runs `action` on the scheduler's own thread after `delay` nanoseconds. It must not park.
  void after(long delay, Runnable action) {
    queue.add(new Event(now + Math.max(0, delay), sequence++, action));
  }

  /// Starts a thread of `process` after a short random delay.
  void start(String name, SimProcess process, Runnable body) {
    var task = new Task(name, process, body);
    after(task.random.nextInt(1_000_000), () -> resume(task));
  }

  /// The thread that runs now.
  Task current() {
    if (current == null) {
      throw new IllegalStateException("not on a thread of the schedule");
    }
    return current;
  }

  /// Lets time pass for the calling thread.
  void sleep(long nanos) {
    var task = current();
    after(nanos, () -> resume(task));
    task.park();
  }

  /// Hands the turn to `task` until it parks or ends. A paused process gets it when it wakes up; a
  /// crashed one never runs again but to unwind.
  void resume(Task task) {
    long asleep = task.process.pausedUntil() - now;
    if (asleep > 0 && !task.process.isCrashed()) {
      after(asleep + task.random.nextInt(1_000), () -> resume(task));
      return;
    }
    var before = current;
    current = task;
    task.go();
    control.acquireUninterruptibly();
    current = before;
  }

  /// Runs until nothing is left to do, or until virtual time has passed `end`.
  void runUntil(long end) {
    while (!queue.isEmpty() && queue.peek().at() <= end) {
      var next = queue.remove();
      now = next.at();
      next.action().run();
      var failed = failure;
      if (failed != null) {
        failure = null;
        throw new AssertionError("a thread of the schedule failed: " + failed, failed);
      }
    }
    now = Math.max(now, end);
  }

  /// One thread.
  final class Task {
    private final SimProcess process;
    private final Semaphore turn = new Semaphore(0);
    private final Thread thread;
    private final Random random;
    private boolean started;

    /// The thread's name.
    String name() {
      return thread.getName();
    }

    private Task(String name, SimProcess process, Runnable body) {
      this.random = chance.apply(name);
      this.process = process;
      this.thread =
          Thread.ofVirtual()
              .name(name)
              .unstarted(() -> {
                try {
                  process.checkAlive();
                  body.run();
                } catch (SimProcess.Crash e) {
                  // The process is gone, and this thread with it.
                } catch (Throwable e) {
                  failure = e;
                } finally {
                  control.release();
                }
              });
    }

    private void go() {
      if (started) {
        turn.release();
      } else {
        started = true;
        thread.start();
      }
    }

    /// Gives the turn back and waits for the next one.
    void park() {
      control.release();
      turn.acquireUninterruptibly();
      process.checkAlive();
    }
  }
}
