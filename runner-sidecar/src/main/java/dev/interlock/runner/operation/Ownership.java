package dev.interlock.runner.operation;

import org.jspecify.annotations.Nullable;

/// Who may act on an operation now. The epoch is the fencing number: it grows at every change of
/// owner, and a commit that carries an older one is refused.
///
/// @param owner the instance that executes the operation; absent when it waits for nobody in
///   particular (an approval, a person)
/// @param epoch counts from 1
public record Ownership(@Nullable InstanceId owner, long epoch) {
  /// The ownership after a change of hands.
  public Ownership takenBy(InstanceId next) {
    return new Ownership(next, epoch + 1);
  }

  /// The ownership after the owner let go: the epoch stays, so what it still commits is accepted.
  public Ownership released() {
    return new Ownership(null, epoch);
  }
}
