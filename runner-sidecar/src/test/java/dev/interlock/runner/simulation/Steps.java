package dev.interlock.runner.simulation;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The steps of one schedule. A step's name does not depend on what other sources of chance draw,
/// so that a schedule can be run again with some of its steps only.
final class Steps {
  private final @Nullable Set<String> only;
  private final Scheduler scheduler;
  private final Coverage coverage;
  private final Set<String> taken = new LinkedHashSet<>();

  /// @param only the names of the steps that may happen; null for all
  Steps(@Nullable Set<String> only, Scheduler scheduler, Coverage coverage) {
    this.only = only;
    this.scheduler = scheduler;
    this.coverage = coverage;
  }

  /// Whether the step that was drawn under this name happens.
  boolean happens(Step step, String name) {
    if (only != null && !only.contains(name)) {
      return false;
    }
    taken.add(name);
    coverage.step(step, scheduler.now());
    return true;
  }

  /// The names of those that happened, in order.
  Set<String> taken() {
    return taken;
  }
}
