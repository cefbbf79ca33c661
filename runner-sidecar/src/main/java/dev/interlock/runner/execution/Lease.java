package dev.interlock.runner.execution;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// This instance's lease, as seen from here. The others judge it by the store's clock; this
/// instance judges itself by the monotonic clock and stops well before they can take over
/// (self-fencing).
final class Lease {
  private final Ports ports;
  private final Settings settings;
  private volatile long renewedAt;
  private volatile boolean held;
  private volatile boolean released;
  private volatile Runnable renewed = () -> {};

  Lease(Ports ports, Settings settings) {
    this.ports = ports;
    this.settings = settings;
  }

  /// Makes or renews it. Counted from before the request, so that a slow answer never lengthens it.
  ///
  /// @throws JournalUnavailableException when it may not have been renewed
  void renew() {
    long before = ports.timing().nanos();
    ports.journal().renewLease(settings.instance(), settings.leaseTtl());
    renewedAt = before;
    held = true;
    renewed.run();
  }

  /// Sets what runs after each renewal.
  void onRenewed(Runnable listener) {
    renewed = listener;
  }

  /// Waits until this instance may send, or `stop` holds: an attempt that is journaled without the
  /// lease could not be sent, and would be used up.
  ///
  /// @throws StoppedException when the lease was given up: nothing is begun any more
  void await(OperationHandle handle, BooleanSupplier stop) {
    while (!maySend() && !stop.getAsBoolean()) {
      if (released) {
        throw new StoppedException();
      }
      handle.await(interval());
    }
  }

  /// Whether this instance may send: asked immediately before each first byte.
  boolean maySend() {
    return held && !released && covers(Duration.ofNanos(ports.timing().nanos() - renewedAt));
  }

  /// Whether the lease cannot have lapsed within `age`, even if it was not renewed since.
  boolean covers(Duration age) {
    return age.compareTo(settings.leaseTtl().multipliedBy(2).dividedBy(3)) < 0;
  }

  /// How often to renew it.
  Duration interval() {
    return settings.leaseTtl().dividedBy(3);
  }

  /// Gives it up, so that a peer need not wait.
  void release() {
    released = true;
    renewed.run();
    ports.journal().releaseLease(settings.instance());
  }
}
