package dev.interlock.runner.operation;

import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Phase.BackingOff;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.Operation.Proposed;
import dev.interlock.runner.operation.Operation.Reconciliation;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Operation.Reported;
import dev.interlock.runner.operation.Operation.Validated;
import dev.interlock.runner.operation.OperationEvent.ApprovalDecided;
import dev.interlock.runner.operation.OperationEvent.ApprovalRequested;
import dev.interlock.runner.operation.OperationEvent.AttemptFailed;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.AuthorizationRechecked;
import dev.interlock.runner.operation.OperationEvent.CallAttached;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.CancelRequested;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.OperationEvent.HandleReceived;
import dev.interlock.runner.operation.OperationEvent.InputFrozen;
import dev.interlock.runner.operation.OperationEvent.LookUpInconclusive;
import dev.interlock.runner.operation.OperationEvent.OutcomeLost;
import dev.interlock.runner.operation.OperationEvent.OutcomeReconciled;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.OperationEvent.OwnershipTaken;
import dev.interlock.runner.operation.OperationEvent.Parked;
import dev.interlock.runner.operation.OperationEvent.ResultReported;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The state machine: what each event makes of each state. Pure; every other combination is a bug.
public final class Transitions {
  private Transitions() {}

  /// The operation that its first event makes.
  public static Operation begin(CallProposed event) {
    return new Proposed(event.proposal());
  }

  /// The state after `events`, in order.
  ///
  /// @throws IllegalTransitionException when an event cannot follow
  public static Operation fold(Operation state, List<OperationEvent> events) {
    for (var event : events) {
      state = apply(state, event);
    }
    return state;
  }

  /// The state after `event`.
  ///
  /// @throws IllegalTransitionException when it cannot follow
  public static Operation apply(Operation state, OperationEvent event) {
    if (changesNothing(event)) {
      return state;
    }
    return switch (state) {
      case Proposed proposed -> propose(proposed, event);
      case Validated validated -> validate(validated, event);
      case AwaitingApproval awaiting -> await(awaiting, event);
      case Executing executing -> execute(executing, event);
      case OutcomeUnknown unknown -> reconcile(unknown, event);
      case Recorded recorded -> report(recorded, recorded, event);
      case Reported reported -> report(reported, reported.recorded(), event);
    };
  }

  /// Facts that belong to the record of an operation in any state, and never move it.
  private static boolean changesNothing(OperationEvent event) {
    return switch (event) {
      case CallAttached _, EvidenceRecorded _, OwnershipTaken _, AuthorizationRechecked _ -> true;
      default -> false;
    };
  }

  private static Operation propose(Proposed state, OperationEvent event) {
    return switch (event) {
      case InputFrozen(var intent) when intent.proposal().equals(state.basis()) ->
          new Validated(intent);
      case OutcomeRecorded recorded when isNotExecuted(recorded) ->
          new Recorded(state.basis(), recorded.outcome(), recorded.upstream(), 0, recorded.at());
      default -> throw new IllegalTransitionException(state, event);
    };
  }

  private static Operation validate(Validated state, OperationEvent event) {
    return switch (event) {
      case ApprovalRequested(var request) ->
          new AwaitingApproval(state.basis(), request, List.of());
      case AttemptStarted started when started.attempt() == 1 -> start(state.basis(), started);
      case OutcomeRecorded recorded when isNotExecuted(recorded) ->
          new Recorded(state.basis(), recorded.outcome(), recorded.upstream(), 0, recorded.at());
      default -> throw new IllegalTransitionException(state, event);
    };
  }

  private static Operation await(AwaitingApproval state, OperationEvent event) {
    return switch (event) {
      case ApprovalRequested(var request) ->
          new AwaitingApproval(state.basis(), request, List.of());
      case ApprovalDecided(var decision) when mayDecide(state, decision) ->
          new AwaitingApproval(
              state.basis(),
              state.request(),
              Stream.concat(state.decisions().stream(), Stream.of(decision)).toList());
      case AttemptStarted started when started.attempt() == 1 && state.isApproved() ->
          start(state.basis(), started);
      case OutcomeRecorded recorded
          when recorded.outcome() instanceof ToolOutcome.Rejected
              || (state.isApproved() && isNotExecuted(recorded)) ->
          new Recorded(state.basis(), recorded.outcome(), recorded.upstream(), 0, recorded.at());
      default -> throw new IllegalTransitionException(state, event);
    };
  }

  private static Operation execute(Executing state, OperationEvent event) {
    return switch (event) {
      case AttemptStarted started when mayStart(state, started) ->
          new Executing(
              state.basis(),
              state.key(),
              started.attempt(),
              state.firstAttemptAt(),
              new InFlight(started.by(), started.at(), started.timeoutMillis()),
              state.mayHaveEffect() || isAbandoned(state),
              false);
      case AttemptFailed failed
          when state.phase() instanceof InFlight && failed.attempt() == state.attempt() ->
          new Executing(
              state.basis(),
              state.key(),
              state.attempt(),
              state.firstAttemptAt(),
              new BackingOff(failed.nextAt(), failed.code()),
              state.mayHaveEffect() || failed.mayHaveEffect(),
              state.cancelled());
      case OutcomeLost lost when state.mayHaveEffect() || state.phase() instanceof InFlight ->
          new OutcomeUnknown(
              state.basis(),
              state.key(),
              state.attempt(),
              state.firstAttemptAt(),
              lost.code(),
              lost.at(),
              lost.handle(),
              0,
              lost.next(),
              state.cancelled());
      case CancelRequested _ ->
          new Executing(
              state.basis(),
              state.key(),
              state.attempt(),
              state.firstAttemptAt(),
              state.phase(),
              state.mayHaveEffect(),
              true);
      case OutcomeRecorded recorded when mayRecord(state, recorded) ->
          new Recorded(
              state.basis(),
              recorded.outcome(),
              recorded.upstream(),
              state.attempt(),
              recorded.at());
      default -> throw new IllegalTransitionException(state, event);
    };
  }

  private static Operation reconcile(OutcomeUnknown state, OperationEvent event) {
    return switch (event) {
      case LookUpInconclusive inconclusive ->
          with(state, state.handle(), state.lookUps() + 1, inconclusive.next(), state.cancelled());
      case HandleReceived(var handle, _) ->
          with(state, handle, state.lookUps(), state.next(), state.cancelled());
      case CancelRequested _ -> with(state, state.handle(), state.lookUps(), state.next(), true);
      case Parked(var reason, _) ->
          with(
              state,
              state.handle(),
              state.lookUps(),
              new Reconciliation.AskPerson(reason),
              state.cancelled());
      case OutcomeReconciled(var found, _, var at) when found == Found.NOT_EXECUTED ->
          new Executing(
              state.basis(),
              state.key(),
              state.attempts(),
              state.firstAttemptAt(),
              new BackingOff(at, state.code()),
              false,
              state.cancelled());
      case OutcomeReconciled _ -> state;
      case OutcomeRecorded recorded when !isNotExecuted(recorded) ->
          new Recorded(
              state.basis(),
              recorded.outcome(),
              recorded.upstream(),
              state.attempts(),
              recorded.at());
      default -> throw new IllegalTransitionException(state, event);
    };
  }

  private static Operation report(Operation state, Recorded recorded, OperationEvent event) {
    return switch (event) {
      case ResultReported reported ->
          new Reported(
              recorded,
              reported.delivered() || (state instanceof Reported(_, var before) && before));
      case CancelRequested _ -> state;
      default -> throw new IllegalTransitionException(state, event);
    };
  }

  private static Executing start(Basis.Intent intent, AttemptStarted started) {
    return new Executing(
        intent,
        started.key(),
        1,
        started.at(),
        new InFlight(started.by(), started.at(), started.timeoutMillis()),
        false,
        false);
  }

  private static OutcomeUnknown with(
      OutcomeUnknown state,
      @Nullable String handle,
      int lookUps,
      Reconciliation next,
      boolean cancelled) {
    return new OutcomeUnknown(
        state.basis(),
        state.key(),
        state.attempts(),
        state.firstAttemptAt(),
        state.code(),
        state.since(),
        handle,
        lookUps,
        next,
        cancelled);
  }

  /// One answer a person, for exactly what was asked.
  private static boolean mayDecide(AwaitingApproval state, Approval.Decision decision) {
    return decision.inputHash().equals(state.request().inputHash())
        && decision.policyHash().equals(state.request().policyHash())
        && state.decisions().stream()
            .noneMatch(earlier -> earlier.approver().equals(decision.approver()));
  }

  /// The same key, the next number, within the frozen limit, and nobody asked to stop.
  private static boolean mayStart(Executing state, AttemptStarted started) {
    return started.key().equals(state.key())
        && started.attempt() == state.attempt() + 1
        && started.attempt() <= state.basis().limits().maxAttempts()
        && !state.cancelled();
  }

  /// A write whose attempt was still in flight when the next began: nobody knows what it did.
  private static boolean isAbandoned(Executing state) {
    return state.phase() instanceof InFlight && state.basis().risk().isWrite();
  }

  /// A failure may be recorded only while certainly no earlier attempt had its effect, and a result
  /// only of an attempt that is in flight.
  private static boolean mayRecord(Executing state, OutcomeRecorded recorded) {
    return switch (state.phase()) {
      case InFlight _ ->
          recorded.outcome() instanceof ToolOutcome.Succeeded || !state.mayHaveEffect();
      case BackingOff _ -> isNotExecuted(recorded) && !state.mayHaveEffect();
    };
  }

  /// Whether the outcome says that certainly no effect exists.
  private static boolean isNotExecuted(OutcomeRecorded recorded) {
    return switch (recorded.outcome()) {
      case ToolOutcome.Rejected _, ToolOutcome.BudgetExhausted _ -> true;
      case ToolOutcome.Succeeded _, ToolOutcome.FailedPermanent _ -> false;
    };
  }
}
