package dev.interlock.runner.operation;

/// The names of a run's counters in the journal: what its budgets are counted by.
public final class RunCounters {
  private RunCounters() {}

  /// Model turns.
  public static String turns(RunId run) {
    return name(run, "turns");
  }

  /// Operations created, rejected ones included.
  public static String toolCalls(RunId run) {
    return name(run, "tool_calls");
  }

  /// Spend in micro-units: reserved and settled together.
  public static String spend(RunId run) {
    return name(run, "spend");
  }

  /// Operations of one tool.
  public static String perTool(RunId run, String tool) {
    return name(run, "tool/" + tool);
  }

  /// 1 once the run is closed; operations are created only while adding 0 stays within 0.
  public static String closed(RunId run) {
    return name(run, "closed");
  }

  private static String name(RunId run, String what) {
    return "run/%d/%s/%s".formatted(run.value().length(), run, what);
  }
}
