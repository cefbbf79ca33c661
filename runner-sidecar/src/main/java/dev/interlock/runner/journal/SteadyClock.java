package dev.interlock.runner.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// A wall clock that never goes slower than the monotonic one: when somebody sets the machine's
/// clock back, time here goes on. Otherwise an idempotency key would look younger than it is, and a
/// lease would last longer than its owner believes. A clock that is set forward is followed:
/// whatever expires too early is looked up or asked anew, which is safe. Any thread may ask.
public final class SteadyClock implements InstantSource {
  private final InstantSource wall;
  private final LongSupplier nanoTime;
  private Instant base;
  private long baseNanos;

  /// @param wall the clock that may jump
  /// @param nanoTime the one that does not, in nanoseconds
  public SteadyClock(InstantSource wall, LongSupplier nanoTime) {
    this.wall = wall;
    this.nanoTime = nanoTime;
    this.base = wall.instant();
    this.baseNanos = nanoTime.getAsLong();
  }

  @Override
  public synchronized Instant instant() {
    long nanos = nanoTime.getAsLong();
    var steady = base.plus(Duration.ofNanos(nanos - baseNanos));
    var told = wall.instant();
    base = told.isAfter(steady) ? told : steady;
    baseNanos = nanos;
    return base;
  }
}
