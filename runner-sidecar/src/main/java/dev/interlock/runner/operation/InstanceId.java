package dev.interlock.runner.operation;

/// Names one running sidecar process. New at every start: a restarted process is another instance.
public record InstanceId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
