package dev.interlock.runner.simulation;

import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Many schedules of the real engine. One seed replays alone: `-Dinterlock.seed=N`; more of them:
/// `-Dinterlock.schedules=1000000`.
class SimulationTest {
  private static final long SCHEDULES = Long.getLong("interlock.schedules", 10_000);
  private static final long FIRST = Long.getLong("interlock.first", 0);

  @Test
  void effectsAreNeitherLostNorRepeatedInAnySchedule() {
    var only = Long.getLong("interlock.seed");
    if (only != null) {
      run(only);
      return;
    }
    var next = new AtomicLong(FIRST);
    var failure = new AtomicReference<@Nullable AssertionError>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        threads.execute(() -> runWhileGood(next, failure));
      }
    }
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  private static void runWhileGood(
      AtomicLong next, AtomicReference<@Nullable AssertionError> failure) {
    for (long seed = next.getAndIncrement();
        seed < FIRST + SCHEDULES && failure.get() == null;
        seed = next.getAndIncrement()) {
      try {
        run(seed);
      } catch (AssertionError e) {
        failure.compareAndSet(null, e);
      }
    }
  }

  private static void run(long seed) {
    try {
      new Schedule(seed).run();
    } catch (AssertionError e) {
      throw new AssertionError("seed %d: %s".formatted(seed, e.getMessage()), e);
    }
  }
}
