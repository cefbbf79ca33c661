package dev.interlock.runner.telemetry;

import dev.interlock.runner.execution.TransitionListener;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Several listeners, told one after the other.
public record ToldInTurn(List<TransitionListener> listeners) implements TransitionListener {
  public ToldInTurn {
    listeners = List.copyOf(listeners);
  }

  @Override
  public void committed(@Nullable Operation before, List<OperationEvent> events, Snapshot after) {
    for (var listener : listeners) {
      listener.committed(before, events, after);
    }
  }

  @Override
  public void loopFailed(Snapshot snapshot, RuntimeException error) {
    for (var listener : listeners) {
      listener.loopFailed(snapshot, error);
    }
  }
}
