package dev.interlock.runner.operation;

/// 128 random bits, made once per operation and sent on every attempt: 32 lower-case hex digits.
/// Never derived from time or input, so that it cannot be guessed.
public record IdempotencyKey(String value) {
  public IdempotencyKey {
    if (!value.matches("[0-9a-f]{32}")) {
      throw new IllegalArgumentException("idempotency key must be 32 hex digits, got " + value);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
