package dev.interlock.runner.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// What happened in a schedule, line by line: put into words only when it fails, so values must not
/// change after they were told.
@SuppressWarnings("AnnotateFormatMethod")
final class Story {
  private final Scheduler scheduler;
  private final List<Line> lines = new ArrayList<>();

  Story(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  private record Line(long at, String format, List<Object> values) {
    @Override
    public String toString() {
      return "%10.3f s  %s".formatted(at / 1e9, format.formatted(values.toArray()));
    }
  }

  void tell(String format, Object... values) {
    lines.add(new Line(scheduler.now(), format, List.of(values)));
  }

  @Override
  public String toString() {
    return lines.stream().map(Line::toString).collect(Collectors.joining("\n"));
  }
}
