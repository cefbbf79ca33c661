package dev.interlock.runner.testing;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The system's time plus what the test has let pass.
public final class OffsetClock implements InstantSource {
  private volatile Duration passed = Duration.ZERO;

  @Override
  public Instant instant() {
    return Instant.now().plus(passed);
  }

  public synchronized void pass(Duration time) {
    passed = passed.plus(time);
  }
}
