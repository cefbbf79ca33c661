package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Snapshot;
import org.jspecify.annotations.Nullable;

/// Another instance owns the operation now: stop acting on it, keep what was learned as evidence.
final class LostOwnershipException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient @Nullable Snapshot current;

  LostOwnershipException(@Nullable Snapshot current) {
    super(current == null ? "the operation is gone" : current.id() + " has another owner");
    this.current = current;
  }

  /// The operation as its new owner has it; absent when it was purged.
  @Nullable Snapshot current() {
    return current;
  }
}
