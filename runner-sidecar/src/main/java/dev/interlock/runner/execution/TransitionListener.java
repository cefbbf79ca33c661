package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Port: is told of every commit of this instance, after it is durable, on the committing thread,
/// and of what went wrong. Must be quick and must not throw.
@FunctionalInterface
public interface TransitionListener {
  /// @param before the state before; null for a new operation
  /// @param events what was committed, in order
  /// @param after the operation as it is now
  void committed(@Nullable Operation before, List<OperationEvent> events, Snapshot after);

  /// The loop that executes an operation ended in an error that nobody foresaw: a defect. Recovery
  /// looks at the operation again.
  ///
  /// @param snapshot the operation when the loop began
  default void loopFailed(Snapshot snapshot, RuntimeException error) {}
}
