package dev.interlock.runner.policy.load;

import dev.interlock.runner.policy.ToolPolicies;

/// What looking at the policies again gave.
public sealed interface Reload {

  /// Another set is in force now.
  record Loaded(ToolPolicies policies) implements Reload {}

  /// The set in force says just the same.
  record Unchanged() implements Reload {}

  /// The new policies cannot be used; the set that was in force stays in force, whole.
  record Rejected(PoliciesRejectedException why) implements Reload {}
}
