package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Snapshot;

/// The journal's answer to a transition. Only `Committed` changed anything.
public sealed interface CommitResult {
  /// Durable.
  ///
  /// @param snapshot the operation as it is now
  record Committed(Snapshot snapshot) implements CommitResult {}

  /// The operation is not as expected; `current` is what it is.
  record VersionConflict(Snapshot current) implements CommitResult {}

  /// The operation is gone: it was terminal and its time was over.
  record Gone() implements CommitResult {}

  /// Another operation holds the claim.
  record ClaimHeld(Claim claim, OperationId holder) implements CommitResult {}

  /// The counter would exceed its limit.
  record LimitReached(String counter) implements CommitResult {}

  /// Another instance has taken over: the writer is a zombie and must stop.
  ///
  /// @param current the operation under its newer epoch
  record Fenced(Snapshot current) implements CommitResult {}
}
