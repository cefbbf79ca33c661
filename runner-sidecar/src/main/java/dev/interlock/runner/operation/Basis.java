package dev.interlock.runner.operation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a decision about an operation rests on: the bare proposal before validation, the frozen
/// intent after it.
public sealed interface Basis {
  Proposal proposal();

  /// A call as it came in, not yet judged.
  ///
  /// @param id the operation made for it
  /// @param call what the model proposed
  /// @param at when it came in
  record Proposal(OperationId id, Call call, Instant at) implements Basis {
    @Override
    public Proposal proposal() {
      return this;
    }
  }

  /// A call that was parsed, validated, frozen and authorized: the durable data of `validated`.
  /// Nothing in it ever changes; other arguments are another operation.
  ///
  /// @param frozenInput the canonical (`jcsx1`) arguments, byte for byte what every attempt sends
  /// @param inputHash the hash of `frozenInput`
  /// @param policy the policy that decided
  /// @param risk the policy's risk
  /// @param authorization the rule that let it through
  /// @param limits what bounds the execution
  /// @param resource the resource lock to hold while executing; absent when none is declared
  /// @param businessKey the value of `identity.key`; absent unless identity is by key
  /// @param reserved spend reserved in the run's budget, in micro-units; settled or released once
  record Intent(
      Proposal proposal,
      String frozenInput,
      InputHash inputHash,
      PolicyRef policy,
      Risk risk,
      String authorization,
      ExecutionLimits limits,
      @Nullable String resource,
      @Nullable String businessKey,
      long reserved)
      implements Basis {}
}
