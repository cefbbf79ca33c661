package dev.interlock.runner.tool.http;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.outcome.Signal.Obstacle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One attempt's bounds: its deadline, fixed when it begins, and the wish to stop it. Used by the
/// thread that sends, which blocks here and nowhere else.
final class Attempt implements AutoCloseable {
  private final long endsAtNanos;
  private final CompletableFuture<Stop> stop = new CompletableFuture<>();
  private final Cancellation.Registration registration;

  Attempt(Duration timeout, Cancellation cancellation) {
    endsAtNanos = System.nanoTime() + saturatedNanos(timeout);
    registration = cancellation.onRequest(() -> stop.complete(Stop.CANCELLED));
  }

  /// Why an attempt ends before its answer.
  enum Stop {
    TIMEOUT,
    CANCELLED,
    /// The thread was interrupted: this process stops, or may not send any more.
    ABANDONED;

    /// What it means while no byte was sent, `atTimeout` being what was waited for.
    Obstacle obstacle(Obstacle atTimeout) {
      return switch (this) {
        case TIMEOUT -> atTimeout;
        case CANCELLED -> Obstacle.CANCELLED;
        case ABANDONED -> Obstacle.LEASE_LOST;
      };
    }
  }

  /// The attempt is over, the step waited for is not.
  static final class StoppedException extends Exception {
    private static final long serialVersionUID = 1;

    private final Stop stop;

    StoppedException(Stop stop) {
      super(stop.name(), null, false, false);
      this.stop = stop;
    }

    Stop stop() {
      return stop;
    }
  }

  /// Waits for a step of the attempt. A step that is done wins over a stop.
  ///
  /// @throws StoppedException when the time is over, somebody cancelled, or this thread was
  ///   interrupted (its interrupt status stays set)
  /// @throws ExecutionException when the step failed, with the cause
  <T> T await(CompletableFuture<T> step) throws StoppedException, ExecutionException {
    try {
      if (!step.isDone()) {
        CompletableFuture.anyOf(step.handle((_, _) -> true), stop)
            .get(endsAtNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
      }
      if (step.isDone()) {
        return step.get();
      }
    } catch (TimeoutException e) {
      throw new StoppedException(Stop.TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException(Stop.ABANDONED);
    }
    throw new StoppedException(Stop.CANCELLED);
  }

  /// Refuses to go on when the attempt is over already.
  void check() throws StoppedException {
    if (stop.isDone()) {
      throw new StoppedException(Stop.CANCELLED);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new StoppedException(Stop.ABANDONED);
    }
    if (endsAtNanos - System.nanoTime() <= 0) {
      throw new StoppedException(Stop.TIMEOUT);
    }
  }

  @Override
  public void close() {
    registration.close();
  }

  private static long saturatedNanos(Duration timeout) {
    // A century stands for ever: nanoTime's arithmetic must not overflow.
    Duration most = Duration.ofDays(36_500);
    return timeout.compareTo(most) > 0 ? most.toNanos() : timeout.toNanos();
  }
}
