package dev.interlock.runner.policy;

/// Whether the call may be made on this authority.
public sealed interface Verdict {

  /// @param rule what let it through, for the record
  record Allowed(String rule) implements Verdict {}

  /// @param rule the expression that denied, or that could not be evaluated
  /// @param message for the model, in the policy author's words where there are any
  record Denied(String rule, String message) implements Verdict {}
}
