package dev.interlock.runner.operation;

/// The provider's id of one proposed call: opaque, 1 to 256 characters, echoed verbatim. It
/// correlates a result with a request and never identifies an effect.
public record CallId(String value) {
  public CallId {
    int length = value.codePointCount(0, value.length());
    if (length < 1 || length > 256) {
      throw new IllegalArgumentException("call id must be 1..256 characters, got " + length);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
