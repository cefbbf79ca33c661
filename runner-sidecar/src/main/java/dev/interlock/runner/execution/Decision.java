package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Basis.Proposal;
import dev.interlock.runner.operation.ExecutionLimits;
import dev.interlock.runner.operation.InputHash;
import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.policy.Approvals;
import dev.interlock.runner.policy.ToolContract;
import org.jspecify.annotations.Nullable;

/// What the rules say about a call, before anything is journaled.
sealed interface Decision {

  /// The arguments cannot be accepted: there is nothing to freeze.
  record Refuse(ToolErrorCode code, String reason) implements Decision {}

  /// The arguments are fine, and the caller may not.
  record Deny(Frozen frozen, String reason) implements Decision {}

  /// The run's time, or its turns, are used up.
  record Exhaust(ToolErrorCode code, String reason) implements Decision {}

  /// People have to agree first.
  record Ask(ToolContract contract, Frozen frozen, Approvals.Needed needed) implements Decision {}

  /// Nothing stands against it.
  record Execute(ToolContract contract, Frozen frozen) implements Decision {}

  /// Everything of an intent but the proposal, which gets its id when it is journaled.
  ///
  /// @param reserved spend to reserve, in micro-units
  record Frozen(
      String input,
      InputHash hash,
      PolicyRef policy,
      Risk risk,
      String authorization,
      ExecutionLimits limits,
      @Nullable String resource,
      @Nullable String businessKey,
      long reserved) {

    Intent of(Proposal proposal) {
      return new Intent(
          proposal,
          input,
          hash,
          policy,
          risk,
          authorization,
          limits,
          resource,
          businessKey,
          reserved);
    }
  }
}
