package dev.interlock.runner.simulation;

import java.util.stream.LongStream;
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
    LongStream.range(FIRST, FIRST + SCHEDULES).parallel().forEach(SimulationTest::run);
  }

  private static void run(long seed) {
    try {
      new Schedule(seed).run();
    } catch (AssertionError e) {
      throw new AssertionError("seed %d: %s".formatted(seed, e.getMessage()), e);
    }
  }
}
