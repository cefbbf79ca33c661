package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.Timing;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// Virtual monotonic time of one process.
final class SimTiming implements Timing {
  private final Scheduler scheduler;
  private final SimProcess process;

  SimTiming(Scheduler scheduler, SimProcess process) {
    this.scheduler = scheduler;
    this.process = process;
  }

  @Override
  public long nanos() {
    return scheduler.now();
  }

  @Override
  public void start(String name, Runnable task) {
    scheduler.start(name, process, task);
  }

  @Override
  public Wakeup newWakeup() {
    return new SimWakeup();
  }

  private final class SimWakeup implements Wakeup {
    private boolean woken;
    private Scheduler.@Nullable Task waiting;
    private long round;

    @Override
    public void wake() {
      woken = true;
      resumeSoon(round);
    }

    @Override
    public void await(Duration atMost) {
      if (!woken) {
        long mine = ++round;
        var task = scheduler.current();
        waiting = task;
        scheduler.after(atMost.toNanos(), () -> resume(mine));
        task.park();
      } else {
        scheduler.sleep(0);
      }
      woken = false;
    }

    private void resumeSoon(long mine) {
      scheduler.after(0, () -> resume(mine));
    }

    private void resume(long mine) {
      var task = waiting;
      if (task != null && mine == round) {
        waiting = null;
        scheduler.resume(task);
      }
    }
  }
}
