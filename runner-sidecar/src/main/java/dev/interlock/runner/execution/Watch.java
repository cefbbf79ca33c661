package dev.interlock.runner.execution;

import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Lets callers wait for an operation. Commits of this instance wake them at once; what a peer
/// commits is seen by looking into the journal now and then.
final class Watch {
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);

  private final Journal journal;
  private final Timing timing;
  private final Map<OperationId, List<Waiter>> waiters = new HashMap<>();

  Watch(Journal journal, Timing timing) {
    this.journal = journal;
    this.timing = timing;
  }

  /// Tells everybody who waits for it.
  void changed(Snapshot snapshot) {
    synchronized (waiters) {
      waiters.getOrDefault(snapshot.id(), List.of()).forEach(waiter -> waiter.offer(snapshot));
    }
  }

  /// Begins to watch, before anything can be missed. Close it when done.
  Waiter register(Snapshot snapshot) {
    var waiter = new Waiter(snapshot, timing.newWakeup());
    synchronized (waiters) {
      waiters.computeIfAbsent(snapshot.id(), _ -> new ArrayList<>()).add(waiter);
    }
    return waiter;
  }

  /// One caller's wait.
  final class Waiter implements AutoCloseable {
    private final Timing.Wakeup wakeup;
    private volatile Snapshot latest;

    private Waiter(Snapshot latest, Timing.Wakeup wakeup) {
      this.latest = latest;
      this.wakeup = wakeup;
    }

    private void offer(Snapshot snapshot) {
      if (snapshot.version() > latest.version()) {
        latest = snapshot;
        wakeup.wake();
      }
    }

    /// Waits until the operation satisfies `enough`, at most for `atMost`.
    Snapshot await(Predicate<Snapshot> enough, Duration atMost) {
      long end = timing.nanos() + atMost.toNanos();
      while (!enough.test(latest)) {
        var left = Duration.ofNanos(end - timing.nanos());
        if (left.isNegative() || left.isZero()) {
          return latest;
        }
        long before = latest.version();
        wakeup.await(left.compareTo(LOOK_EVERY) < 0 ? left : LOOK_EVERY);
        if (latest.version() == before) {
          look();
        }
      }
      return latest;
    }

    /// A peer's commits wake nobody here.
    private void look() {
      @Nullable Snapshot stored = null;
      try {
        stored = journal.find(latest.id()).orElse(null);
      } catch (JournalUnavailableException e) {
        // The wait goes on with what is known; the caller is told no more than that.
      }
      if (stored != null && stored.version() > latest.version()) {
        latest = stored;
      }
    }

    @Override
    public void close() {
      synchronized (waiters) {
        waiters.computeIfPresent(
            latest.id(),
            (_, all) -> {
              all.remove(this);
              return all.isEmpty() ? null : all;
            });
      }
    }
  }
}
