package dev.interlock.runner.operation;

/// Names one agent session (a conversation, a job), which has budgets: 1 to 256 characters, chosen
/// by the agent or made by the sidecar.
public record RunId(String value) {
  public RunId {
    int length = value.codePointCount(0, value.length());
    if (length < 1 || length > 256) {
      throw new IllegalArgumentException("run id must be 1..256 characters, got " + length);
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
