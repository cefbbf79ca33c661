package dev.interlock.runner.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.outcome.OutcomeTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Many schedules of the real engine. One seed replays alone: `-Dinterlock.seed=N`, with some of
/// its steps only: `-Dinterlock.only=agents#1,faults#2`; more of them:
/// `-Dinterlock.schedules=1000000`.
class SimulationTest {
  private static final long SCHEDULES = Long.getLong("interlock.schedules", 10_000);
  private static final long FIRST = Long.getLong("interlock.first", 0);
  private static final Path STATE_MACHINE = Path.of("../docs/state-machine.md");

  @Test
  void effectsAreNeitherLostNorRepeatedInAnySchedule() throws IOException {
    var only = Long.getLong("interlock.seed");
    if (only != null) {
      var steps = System.getProperty("interlock.only");
      replay(only, steps == null ? null : Set.of(steps.split(",", -1)));
      return;
    }
    var next = new AtomicLong(FIRST);
    var failing = new AtomicReference<@Nullable Long>();
    var coverage = new Coverage();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
        threads.execute(() -> runWhileGood(next, failing, coverage));
      }
    }
    var seed = failing.get();
    if (seed != null) {
      var shortest = Shrinking.of(seed);
      throw new AssertionError(
          shortest == null
              ? "seed " + seed + " failed once and not again: the simulation is not deterministic"
              : shortest.tell(seed));
    }
    if (SCHEDULES >= 10_000) {
      everythingWasTaken(coverage);
    }
  }

  private static void runWhileGood(
      AtomicLong next, AtomicReference<@Nullable Long> failing, Coverage coverage) {
    for (long seed = next.getAndIncrement();
        seed < FIRST + SCHEDULES && failing.get() == null;
        seed = next.getAndIncrement()) {
      var schedule = new Schedule(seed);
      try {
        schedule.run();
      } catch (AssertionError e) {
        failing.compareAndSet(null, seed);
      }
      synchronized (coverage) {
        coverage.add(schedule.coverage());
      }
    }
  }

  private static void replay(long seed, @Nullable Set<String> only) {
    var failed = Shrinking.run(seed, only);
    if (failed != null) {
      throw new AssertionError(failed.tell(seed), failed.failure());
    }
  }

  /// A fault that no schedule meets proves nothing.
  private static void everythingWasTaken(Coverage coverage) throws IOException {
    var never = new ArrayList<String>();
    never.addAll(missing(transitions(), coverage.transitions()));
    never.addAll(missing(outcomes(), coverage.outcomes()));
    never.addAll(missing(pairs(), coverage.pairs()));
    assertThat(never).as("never taken in %d schedules", SCHEDULES).isEmpty();
  }

  private static List<String> missing(List<String> wanted, Map<String, Integer> taken) {
    return wanted.stream().filter(each -> !taken.containsKey(each)).toList();
  }

  /// Every line of the table.
  private static List<String> transitions() throws IOException {
    return Files.readAllLines(STATE_MACHINE).stream()
        .dropWhile(line -> !line.equals("| state | event | next state |"))
        .skip(2)
        .filter(line -> line.matches("\\| [^|]+ \\| [^|]+ \\| [^|]+ \\|"))
        .map(line -> Arrays.stream(line.split("\\|")).map(String::strip).toList())
        .map(cells -> cells.get(1) + " | " + cells.get(2))
        .toList();
  }

  private static List<String> outcomes() {
    return OutcomeTable.rows().stream()
        .flatMap(row -> OutcomeTable.COLUMNS.stream().map(column -> row + " | " + column))
        .toList();
  }

  private static List<String> pairs() {
    var all = new ArrayList<String>();
    for (var first : Step.values()) {
      for (var second : Step.values()) {
        all.add(Coverage.pair(first, second));
      }
    }
    return all;
  }
}
