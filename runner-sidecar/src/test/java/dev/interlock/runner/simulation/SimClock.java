package dev.interlock.runner.simulation;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The store's clock: virtual time plus whatever it was set to. It may jump both ways.
final class SimClock implements InstantSource {
  private static final Instant START = Instant.parse("2026-12-01T00:00:00Z");

  private final Scheduler scheduler;
  private Duration offset = Duration.ZERO;

  SimClock(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  void jump(Duration by) {
    offset = offset.plus(by);
  }

  @Override
  public Instant instant() {
    return START.plusNanos(scheduler.now()).plus(offset);
  }
}
