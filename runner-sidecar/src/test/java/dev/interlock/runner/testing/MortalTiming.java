package dev.interlock.runner.testing;

import dev.interlock.runner.execution.SystemTiming;
import dev.interlock.runner.execution.Timing;
import java.time.Duration;

/// Real time and real threads, which end with the sidecar.
record MortalTiming(Timing system, Death death) implements Timing {
  MortalTiming(Death death) {
    this(new SystemTiming(), death);
  }

  @Override
  public long nanos() {
    return system.nanos();
  }

  @Override
  public void start(String name, Runnable task) {
    death.check();
    system.start(
        name,
        () -> {
          try {
            task.run();
          } catch (Death.Killed e) {
            // The thread ends with its process.
          }
        });
  }

  @Override
  public Wakeup newWakeup() {
    var wakeup = system.newWakeup();
    death.thenDo(wakeup::wake);
    return new Wakeup() {
      @Override
      public void wake() {
        wakeup.wake();
      }

      @Override
      public void await(Duration atMost) {
        death.check();
        wakeup.await(atMost);
        death.check();
      }
    };
  }
}
