package dev.interlock.runner.operation;

import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Basis.Proposal;
import dev.interlock.runner.operation.Operation.Reconciliation;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A fact about an operation, in the past tense. These, and only these, are written to the journal.
public sealed interface OperationEvent {

  /// The first event of every operation.
  record CallProposed(Proposal proposal) implements OperationEvent {}

  /// The input is frozen, the policy let it through.
  record InputFrozen(Intent intent) implements OperationEvent {}

  /// Another call of the model means the same operation and gets its outcome.
  record CallAttached(CallId callId, Instant at) implements OperationEvent {}

  /// People are asked; asked anew when the policy has tightened meanwhile.
  record ApprovalRequested(Approval.Request request) implements OperationEvent {}

  /// A person answered.
  record ApprovalDecided(Approval.Decision decision) implements OperationEvent {}

  /// The rules were asked a second time, at the start of execution, as they are now.
  ///
  /// @param rule the rule that decided
  record AuthorizationRechecked(boolean allowed, String rule, Instant at)
      implements OperationEvent {}

  /// The intent to send attempt `attempt`: durable before its first byte is sent.
  record AttemptStarted(
      IdempotencyKey key, int attempt, Ownership by, Instant at, long timeoutMillis)
      implements OperationEvent {}

  /// The attempt failed and another follows.
  ///
  /// @param mayHaveEffect whether this attempt may have had its effect
  /// @param nextAt when the next attempt begins
  record AttemptFailed(
      int attempt,
      ToolErrorCode code,
      boolean mayHaveEffect,
      Upstream upstream,
      Instant at,
      Instant nextAt)
      implements OperationEvent {}

  /// The upstream gave a handle for work it will finish later.
  record HandleReceived(String handle, Instant at) implements OperationEvent {}

  /// The effect may exist and nobody knows.
  record OutcomeLost(
      ToolErrorCode code,
      Upstream upstream,
      Instant at,
      @Nullable String handle,
      Reconciliation next)
      implements OperationEvent {}

  /// A look-up did not settle it.
  record LookUpInconclusive(String detail, Instant at, Reconciliation next)
      implements OperationEvent {}

  /// It was found out what happened.
  ///
  /// @param evidence who or what told: `look_up`, `handle`, `late_response`, or the person's name
  record OutcomeReconciled(Found found, String evidence, Instant at) implements OperationEvent {}

  /// What reconciliation found.
  enum Found {
    /// The effect exists.
    COMMITTED,
    /// The effect certainly does not exist and cannot appear any more.
    NOT_EXECUTED,
    /// The upstream tried and failed for good.
    FAILED
  }

  /// The final outcome: durable before it is given to the agent.
  ///
  /// @param raw the upstream's body as received, within the size cap; absent when there was none or
  ///   when the model is shown all of it
  record OutcomeRecorded(
      ToolOutcome.Final outcome, Upstream upstream, @Nullable String raw, Instant at)
      implements OperationEvent {}

  /// The caller asked to stop.
  record CancelRequested(String by, Instant at) implements OperationEvent {}

  /// Something became known after it could no longer decide, or while it was not waited for.
  ///
  /// @param late whether the attempt that it belongs to was already given up
  record EvidenceRecorded(
      int attempt, boolean late, Upstream upstream, @Nullable String raw, Instant at)
      implements OperationEvent {}

  /// Another instance took over.
  record OwnershipTaken(Ownership ownership, String reason, Instant at) implements OperationEvent {}

  /// Recovery failed too often; a person has to look. Stops nothing else.
  record Parked(String reason, Instant at) implements OperationEvent {}

  /// The answer was given to the agent.
  ///
  /// @param payload the envelope as sent
  /// @param delivered whether it reached the agent's connection
  record ResultReported(CallId callId, String payload, boolean delivered, Instant at)
      implements OperationEvent {}
}
