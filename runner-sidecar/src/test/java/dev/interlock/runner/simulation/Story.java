package dev.interlock.runner.simulation;

import java.util.ArrayList;
import java.util.List;

/// What happened in a schedule, line by line: printed when it fails.
@SuppressWarnings("AnnotateFormatMethod")
final class Story {
  private final Scheduler scheduler;
  private final List<String> lines = new ArrayList<>();

  Story(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  void tell(String format, Object... values) {
    lines.add("%10.3f s  %s".formatted(scheduler.now() / 1e9, format.formatted(values)));
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
