package dev.interlock.runner.execution;

import dev.interlock.runner.execution.Decisions.Person;
import dev.interlock.runner.execution.Decisions.Step;
import dev.interlock.runner.execution.RetryDecision.Circumstances;
import dev.interlock.runner.execution.RetryDecision.Settle;
import dev.interlock.runner.operation.Approval;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome.BudgetExhausted;
import dev.interlock.runner.operation.ToolOutcome.FailedRetryable;
import dev.interlock.runner.operation.ToolOutcome.Rejected;
import dev.interlock.runner.operation.Transition;
import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.ReconcileRules;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.simulation.Original;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Wrong rules of the engine.
final class WrongExecution {
  private WrongExecution() {}

  /// Wrong ends of an operation.
  static final class Exhausts {
    private Exhausts() {}

    /// Used-up attempts are exhaustion, whatever may have happened.
    static RetryDecision afterRetryable(
        Executing state, FailedRetryable failed, Circumstances now) {
      RetryDecision right =
          Original.of(RetryDecision.class, "afterRetryable", null, state, failed, now);
      return right instanceof RetryDecision.FindOut
          ? new Settle(new BudgetExhausted(failed.code(), "no attempts left"))
          : right;
    }
  }

  /// A cancelled attempt is taken for one without effect.
  static final class CancelsLightly {
    private CancelsLightly() {}

    static RetryDecision afterRetryable(
        Executing state, FailedRetryable failed, Circumstances now) {
      return state.cancelled()
          ? new Settle(new Rejected(ToolErrorCode.CANCELLED, "cancelled"))
          : Original.of(RetryDecision.class, "afterRetryable", null, state, failed, now);
    }
  }

  /// "Not executed" counts at once.
  static final class DoesNotSettle {
    private DoesNotSettle() {}

    static List<OperationEvent> notExecuted(
        OutcomeUnknown state,
        ReconcileRules rules,
        OutcomeReconciliation.Asked asked,
        Instant now) {
      return Resolving.events(
          state,
          new Resolving.Finding("look_up", Found.NOT_EXECUTED, null, null),
          Optional.empty(),
          now);
    }
  }

  /// Whoever decides is believed: twice, and too late.
  static Optional<Step> check(Snapshot current, Person person, boolean granted, Instant now) {
    return Optional.empty();
  }

  /// A creation whose answer was lost is given up and left to its fate.
  static CommitResult commit(UndoableCommit self, Transition transition) {
    try {
      var field = UndoableCommit.class.getDeclaredField("commits");
      field.setAccessible(true);
      return ((Commits) field.get(self)).once(null, transition);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The rules are asked once, when the call comes in.
  static List<OperationEvent> begin(
      Starting self,
      Operation state,
      Intent intent,
      ToolContract contract,
      Ownership owner,
      Instant now) {
    OperationEvent first =
        Original.call(Starting.class, "firstAttempt", self, intent, contract, owner, now);
    return List.of(first);
  }

  /// An approval counts under whatever policy.
  static Optional<Approval.Request> approvalMissing(
      Starting self,
      Operation state,
      Intent intent,
      ToolContract contract,
      Facts known,
      Instant now) {
    return Optional.empty();
  }
}
