package dev.interlock.runner.operation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An operation as the journal holds it.
///
/// @param state the fold of its events
/// @param version grows by one with every commit, from 1
/// @param ownership who may act on it
/// @param due when somebody has to look at it again; absent when nothing is scheduled
/// @param attention whether a person should see it
public record Snapshot(
    Operation state, long version, Ownership ownership, @Nullable Instant due, boolean attention) {
  /// The operation's id.
  public OperationId id() {
    return state.id();
  }
}
