package dev.interlock.runner.policy;

import dev.interlock.runner.operation.IdempotencyKey;
import java.util.concurrent.atomic.AtomicLong;

/// Requests that are not the same at each attempt.
final class WrongFacts {
  private static final AtomicLong MADE = new AtomicLong();

  private WrongFacts() {}

  /// A key for each attempt.
  static IdempotencyKey key(RequestFacts facts) {
    return new IdempotencyKey("%032x".formatted(MADE.incrementAndGet()));
  }

  /// An input that changes.
  static String canonicalInput(RequestFacts facts) {
    return "{\"order\":\"%d\"}".formatted(MADE.incrementAndGet());
  }
}
