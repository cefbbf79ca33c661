package dev.interlock.runner.execution;

import dev.interlock.runner.operation.IdempotencyKey;
import dev.interlock.runner.operation.OperationId;

/// Port: everything that is drawn at random, in one place, so that a schedule can be replayed.
public interface Identifiers {
  /// A new operation id, in order of time.
  OperationId newOperation();

  /// 128 new random bits from a source that nobody can guess.
  IdempotencyKey newKey();

  /// A number from 0 (inclusive) to 1 (exclusive), evenly spread: full jitter.
  double jitter();
}
