package dev.interlock.runner.execution;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// This instance's hold on one running operation: how others stop it or wake it.
final class OperationHandle {
  private static final Duration LONGEST_NAP = Duration.ofSeconds(30);

  private final Cancellation cancellation = new Cancellation();
  private final Timing.Wakeup wakeup;
  private volatile boolean disturbed;
  private @Nullable Instant watchedSince;
  private long watchedFromNanos;

  OperationHandle(Timing timing) {
    this.wakeup = timing.newWakeup();
    cancellation.onRequest(wakeup::wake);
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /// Makes whoever waits look again whether it still has to.
  void wake() {
    wakeup.wake();
  }

  /// Makes whoever sleeps go on now.
  void disturb() {
    disturbed = true;
    wakeup.wake();
  }

  /// Whether it was disturbed since this was asked last.
  boolean wasDisturbed() {
    boolean was = disturbed;
    disturbed = false;
    return was;
  }

  /// For how long this instance has watched what happened at `since`, by the monotonic clock: a
  /// lower bound of its age that no jump of the journal's clock can stretch.
  Duration watched(Instant since, long nanos) {
    if (!since.equals(watchedSince)) {
      watchedSince = since;
      watchedFromNanos = nanos;
    }
    return Duration.ofNanos(nanos - watchedFromNanos);
  }

  /// Sleeps until the journal's clock has reached `until`, or `stop` holds. In naps, because that
  /// clock may jump while the monotonic one does not.
  void sleepUntil(Supplier<Instant> clock, Instant until, BooleanSupplier stop) {
    while (!stop.getAsBoolean()) {
      var left = Duration.between(clock.get(), until);
      if (left.isNegative() || left.isZero()) {
        return;
      }
      wakeup.await(left.compareTo(LONGEST_NAP) < 0 ? left : LONGEST_NAP);
    }
  }

  /// Waits to be woken, at most for `atMost`.
  void await(Duration atMost) {
    wakeup.await(atMost);
  }
}
