package dev.interlock.runner.operation;

/// The hash of a frozen input: `jcsx1:sha256:` and 64 hex digits. The scheme is part of the value,
/// so that a new scheme never makes old operations new.
public record InputHash(String value) {
  public InputHash {
    if (!value.matches("jcsx1:sha256:[0-9a-f]{64}")) {
      throw new IllegalArgumentException(
          "input hash must be jcsx1:sha256: and 64 hex digits, got " + value);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
