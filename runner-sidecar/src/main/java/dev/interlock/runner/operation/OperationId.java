package dev.interlock.runner.operation;

/// Names one intended effect across attempts, restarts and provider turns: `op-` and a lower-case
/// ULID, so that it is a valid Kubernetes object name.
public record OperationId(String value) {
  public OperationId {
    if (!value.matches("op-[0-9a-z]{26}")) {
      throw new IllegalArgumentException(
          "operation id must be op- and 26 characters 0-9a-z, got " + value);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
