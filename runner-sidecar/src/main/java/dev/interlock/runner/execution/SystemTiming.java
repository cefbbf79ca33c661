package dev.interlock.runner.execution;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// The machine's monotonic clock and virtual threads.
public final class SystemTiming implements Timing {
  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void start(String name, Runnable task) {
    Thread.ofVirtual().name(name).start(task);
  }

  @Override
  public Wakeup newWakeup() {
    return new SemaphoreWakeup();
  }

  private static final class SemaphoreWakeup implements Wakeup {
    private final Semaphore permits = new Semaphore(0);

    @Override
    public void wake() {
      permits.release();
    }

    @Override
    public void await(Duration atMost) {
      try {
        if (permits.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS)) {
          permits.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StoppedException();
      }
    }
  }
}
