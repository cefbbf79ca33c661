package dev.interlock.runner.policy;

/// Which operations people see as a ToolRun.
public enum Visibility {
  /// None.
  NEVER,
  /// Those that wait for an approval or whose outcome is unknown.
  ON_ATTENTION,
  /// All.
  ALWAYS
}
