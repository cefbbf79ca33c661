package dev.interlock.runner.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until it is told to move on.
public final class ManualClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-12-01T10:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration by) {
    now = now.plus(by);
  }
}
