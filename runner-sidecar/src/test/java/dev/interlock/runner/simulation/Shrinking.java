package dev.interlock.runner.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes a failing schedule as short as it gets: steps are left out, first many at once and then
/// one by one, as long as the same rule breaks.
final class Shrinking {
  /// How many schedules are tried at most.
  private static final int TRIES = 3_000;

  private final long seed;
  private Failing best;
  private int tries;

  private Shrinking(long seed, Failing first) {
    this.seed = seed;
    this.best = first;
  }

  /// A schedule that fails.
  ///
  /// @param steps the names of the steps that happened
  /// @param failure which rule breaks, and the story
  record Failing(List<String> steps, AssertionError failure) {

    /// The rule that breaks, without the names and numbers of this run.
    private String rule() {
      var line = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
      return line.replaceAll("op-\\w+|[0-9.]+", "#");
    }

    /// What a developer needs to see it again.
    String tell(long seed) {
      return String.format(
          Locale.ROOT,
          "seed %d, %d steps; replay it whole with -Dinterlock.seed=%d, and as it is told here with"
              + " -Dinterlock.seed=%d -Dinterlock.only=%s%n%s",
          seed,
          steps.size(),
          seed,
          seed,
          String.join(",", steps),
          failure.getMessage());
    }
  }

  /// The shortest schedule of this seed that was found; absent when the seed does not fail.
  static @Nullable Failing of(long seed) {
    var first = run(seed, null);
    return first == null ? null : new Shrinking(seed, first).shrink();
  }

  /// How a schedule of these steps fails; absent when it does not.
  ///
  /// @param only null for all steps of the seed
  static @Nullable Failing run(long seed, @Nullable Set<String> only) {
    var schedule = new Schedule(seed, only);
    try {
      schedule.run();
      return null;
    } catch (AssertionError e) {
      return new Failing(List.copyOf(schedule.steps()), e);
    }
  }

  private Failing shrink() {
    int size = Math.max(best.steps().size() / 2, 1);
    while (tries < TRIES) {
      boolean shorter = leaveOut(size);
      if (size == 1 && !shorter) {
        break;
      }
      size = Math.max(size / 2, 1);
    }
    return best;
  }

  /// Tries to leave out each `size` steps in turn, the last ones first.
  private boolean leaveOut(int size) {
    int before = best.steps().size();
    for (int end = before; end > 0 && tries < TRIES; end -= size) {
      int to = Math.min(end, best.steps().size());
      var kept = new ArrayList<>(best.steps());
      kept.subList(Math.max(to - size, 0), to).clear();
      tries++;
      var shorter = run(seed, new LinkedHashSet<>(kept));
      if (shorter != null
          && shorter.rule().equals(best.rule())
          && shorter.steps().size() < best.steps().size()) {
        best = shorter;
      }
    }
    return best.steps().size() < before;
  }
}
