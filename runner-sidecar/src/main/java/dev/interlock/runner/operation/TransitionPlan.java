package dev.interlock.runner.operation;

import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Phase.BackingOff;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.Operation.Proposed;
import dev.interlock.runner.operation.Operation.Reconciliation.AskPerson;
import dev.interlock.runner.operation.Operation.Reconciliation.LookUp;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Operation.Reported;
import dev.interlock.runner.operation.Operation.Validated;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.Transition.ClaimChange;
import dev.interlock.runner.operation.Transition.CounterAdd;
import dev.interlock.runner.operation.Transition.Expected;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// From events to the transition that commits them: everything that follows from the state alone
/// (locks, in-flight count, reserved spend, due time, attention, ownership, retention) follows
/// here, in one place, so that no path can forget to give something back.
public final class TransitionPlan {
  private TransitionPlan() {}

  /// The transition that creates an operation.
  ///
  /// @param first its first event
  /// @param events the events after the first, in order
  /// @param owner the instance that creates it
  /// @param claims the claims of its identity
  /// @param counters what it counts in its run
  /// @param retention how long a terminal operation is kept
  public static Transition create(
      CallProposed first,
      List<OperationEvent> events,
      InstanceId owner,
      List<ClaimChange> claims,
      List<CounterAdd> counters,
      Duration retention) {
    var next = Transitions.fold(Transitions.begin(first), events);
    var all = new ArrayList<OperationEvent>(List.of(first));
    all.addAll(events);
    var taken = new ArrayList<>(claims);
    taken.addAll(locks(null, next));
    var counted = new ArrayList<>(counters);
    counted.addAll(inFlight(null, next));
    return new Transition(
        first.proposal().id(),
        new Expected.Absent(),
        next,
        all,
        ownership(next, new Ownership(owner, 1)),
        taken,
        counted,
        due(next),
        needsPerson(next),
        next.isTerminal() ? retention : null);
  }

  /// The transition that appends `events` to an operation.
  ///
  /// @param owner who owns it from then on, unless its new state is owned by nobody
  /// @param claims further claims to take
  public static Transition append(
      Snapshot before,
      List<OperationEvent> events,
      Ownership owner,
      List<ClaimChange> claims,
      Duration retention) {
    var next = Transitions.fold(before.state(), events);
    var taken = new ArrayList<>(claims);
    taken.addAll(locks(before.state(), next));
    var counted = new ArrayList<>(inFlight(before.state(), next));
    counted.addAll(spend(before.state(), next));
    return new Transition(
        before.id(),
        new Expected.At(before.version(), before.ownership().epoch()),
        next,
        events,
        ownership(next, owner),
        taken,
        counted,
        due(next),
        needsPerson(next),
        next.isTerminal() ? retention : null);
  }

  /// A resource lock is held from the first attempt until the outcome is final: an unknown outcome
  /// may still be committing upstream.
  private static List<ClaimChange> locks(@Nullable Operation before, Operation next) {
    if (!(next.basis() instanceof Intent intent) || intent.resource() == null) {
      return List.of();
    }
    var lock = new Claim.OfResource(intent.resource());
    boolean held = mayRun(before);
    if (!held && mayRun(next)) {
      return List.of(new ClaimChange.Take(lock, null));
    }
    return held && next.isTerminal() ? List.of(new ClaimChange.Release(lock)) : List.of();
  }

  private static boolean mayRun(@Nullable Operation state) {
    return state instanceof Executing || state instanceof OutcomeUnknown;
  }

  /// The in-flight counter counts executing operations. Coming back from an unknown outcome is not
  /// held up by the limit, so that reconciliation always ends.
  private static List<CounterAdd> inFlight(@Nullable Operation before, Operation next) {
    if (!(next.basis() instanceof Intent intent) || intent.limits().maxInFlight() == 0) {
      return List.of();
    }
    int change = (next instanceof Executing ? 1 : 0) - (before instanceof Executing ? 1 : 0);
    long limit = before instanceof OutcomeUnknown ? Long.MAX_VALUE : intent.limits().maxInFlight();
    return change == 0
        ? List.of()
        : List.of(new CounterAdd("in_flight/" + intent.policy().name(), change, limit));
  }

  /// Spend reserved at creation is given back once, by the commit that says that nothing happened.
  private static List<CounterAdd> spend(Operation before, Operation next) {
    boolean ends = !before.isTerminal() && next instanceof Recorded;
    if (!ends || !(next.basis() instanceof Intent intent) || intent.reserved() == 0) {
      return List.of();
    }
    return switch (((Recorded) next).outcome()) {
      case ToolOutcome.Rejected _, ToolOutcome.BudgetExhausted _ ->
          List.of(
              new CounterAdd(
                  RunCounters.spend(intent.proposal().call().runId()),
                  -intent.reserved(),
                  Long.MAX_VALUE));
      case ToolOutcome.Succeeded _, ToolOutcome.FailedPermanent _ -> List.of();
    };
  }

  private static Ownership ownership(Operation next, Ownership owner) {
    return switch (next) {
      case Proposed _, Validated _, Executing _ -> owner;
      case OutcomeUnknown unknown -> unknown.next() instanceof AskPerson ? owner.released() : owner;
      case AwaitingApproval _, Recorded _, Reported _ -> owner.released();
    };
  }

  private static @Nullable Instant due(Operation next) {
    return switch (next) {
      case Proposed proposed -> proposed.basis().at();
      case Validated validated -> validated.basis().proposal().at();
      case AwaitingApproval awaiting -> awaiting.wakesAt();
      case Executing executing ->
          switch (executing.phase()) {
            case InFlight(_, var startedAt, var timeout) -> startedAt.plusMillis(timeout);
            case BackingOff(var nextAt, _) -> nextAt;
          };
      case OutcomeUnknown unknown ->
          switch (unknown.next()) {
            case LookUp(var at) -> at;
            case AskPerson _ -> null;
          };
      case Recorded _, Reported _ -> null;
    };
  }

  private static boolean needsPerson(Operation next) {
    return switch (next) {
      case AwaitingApproval awaiting -> !awaiting.isApproved() && !awaiting.isDenied();
      case OutcomeUnknown _ -> true;
      case Proposed _, Validated _, Executing _, Recorded _, Reported _ -> false;
    };
  }
}
