package dev.interlock.runner.operation;

import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Basis.Proposal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One intended effect, in one of its states. Each state holds exactly what is durable on entering
/// it; the current state is the fold of the journaled events by `Transitions`.
///
/// Source: the article's state table; docs/state-machine.md shows every transition.
public sealed interface Operation {

  /// What the operation rests on: the proposal, or the frozen intent once it was validated.
  Basis basis();

  /// The operation's id, the same in every state.
  default OperationId id() {
    return basis().proposal().id();
  }

  /// The state's name on the wire.
  default String stateName() {
    return switch (this) {
      case Proposed _ -> "proposed";
      case Validated _ -> "validated";
      case AwaitingApproval _ -> "awaiting_approval";
      case Executing _ -> "executing";
      case OutcomeUnknown _ -> "outcome_unknown";
      case Recorded _ -> "recorded";
      case Reported _ -> "reported";
    };
  }

  /// Whether the outcome is final: nothing will ever be sent again.
  default boolean isTerminal() {
    return this instanceof Recorded || this instanceof Reported;
  }

  /// A call was accepted and is correlated with its run.
  record Proposed(Proposal basis) implements Operation {}

  /// The arguments are frozen, the policy has decided, nothing was sent yet.
  record Validated(Intent basis) implements Operation {}

  /// People are asked. Owned by nobody: when approved, any peer may execute it.
  ///
  /// @param decisions the answers so far, one a person, in the order in which they came
  record AwaitingApproval(Intent basis, Approval.Request request, List<Approval.Decision> decisions)
      implements Operation {
    public AwaitingApproval {
      decisions = List.copyOf(decisions);
    }

    /// Whether enough people said yes and nobody said no.
    public boolean isApproved() {
      return decisions.size() >= request.required()
          && decisions.stream().allMatch(Approval.Decision::granted);
    }

    /// When somebody has to look at it: at once when it is decided, else when it expires.
    public Instant wakesAt() {
      return isApproved() || isDenied() ? decisions.getLast().at() : request.expiresAt();
    }

    /// Whether anybody said no.
    public boolean isDenied() {
      return decisions.stream().anyMatch(decision -> !decision.granted());
    }
  }

  /// Attempts are being made: one is in flight, or the next has its time.
  ///
  /// @param key the one key of every attempt
  /// @param attempt the number of the newest attempt, from 1
  /// @param firstAttemptAt when the key was first used: the upstream's retention counts from here
  /// @param mayHaveEffect whether an earlier attempt may have had its effect
  /// @param cancelled whether the caller asked to stop: then no further attempt begins
  record Executing(
      Intent basis,
      IdempotencyKey key,
      int attempt,
      Instant firstAttemptAt,
      Phase phase,
      boolean mayHaveEffect,
      boolean cancelled)
      implements Operation {}

  /// Where an executing operation stands.
  sealed interface Phase {
    /// The attempt may be on the wire.
    ///
    /// @param by who sends it, under which epoch
    /// @param startedAt when it became durable, before its first byte was sent
    /// @param timeoutMillis from connecting to the last byte of the body
    record InFlight(Ownership by, Instant startedAt, long timeoutMillis) implements Phase {}

    /// Nothing is on the wire; the next attempt begins at `nextAt`, also after a restart.
    ///
    /// @param code why the last attempt failed
    record BackingOff(Instant nextAt, ToolErrorCode code) implements Phase {}
  }

  /// The effect may or may not exist. Not final: it ends by reconciliation, by late evidence or by
  /// a person.
  ///
  /// @param attempts how many attempts were made
  /// @param firstAttemptAt when the key was first used
  /// @param code what left it unknown
  /// @param since when it became unknown: settling times and the reconcile deadline count from here
  /// @param handle the upstream's own handle, asked first; absent when it gave none
  /// @param lookUps how many look-ups were made so far
  /// @param next what is scheduled: there is always something
  /// @param cancelled whether the caller asked to stop: then no further attempt begins
  record OutcomeUnknown(
      Intent basis,
      IdempotencyKey key,
      int attempts,
      Instant firstAttemptAt,
      ToolErrorCode code,
      Instant since,
      @Nullable String handle,
      int lookUps,
      Reconciliation next,
      boolean cancelled)
      implements Operation {}

  /// What is scheduled to end an unknown outcome.
  sealed interface Reconciliation {
    /// The upstream is asked at `at`, by its handle or by the policy's look-up.
    record LookUp(Instant at) implements Reconciliation {}

    /// Only a person can tell, or late evidence.
    ///
    /// @param reason why the machine cannot, in one sentence
    record AskPerson(String reason) implements Reconciliation {}
  }

  /// The outcome is final and durable.
  ///
  /// @param attempts how many attempts were made; 0 when nothing was ever sent
  record Recorded(
      Basis basis, ToolOutcome.Final outcome, Upstream upstream, int attempts, Instant at)
      implements Operation {}

  /// The outcome was given to the agent.
  ///
  /// @param delivered whether the answer reached the agent's connection
  record Reported(Recorded recorded, boolean delivered) implements Operation {
    @Override
    public Basis basis() {
      return recorded.basis();
    }
  }
}
