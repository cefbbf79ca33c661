package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.ClaimHeld;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Fenced;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Basis;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.OperationEvent.CallAttached;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.Transition.ClaimChange;
import dev.interlock.runner.operation.TransitionPlan;
import java.util.List;
import java.util.Optional;

/// A call that means an operation that exists already: it gets that operation's outcome under its
/// own call id, and never a second effect.
final class Existing {
  private final Ports ports;
  private final Settings settings;
  private final Commits commits;

  Existing(Ports ports, Settings settings, Commits commits) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
  }

  /// Whether the call id is known in its run.
  boolean isKnown(Call call) {
    return ports.journal().holder(new Claim.OfCall(call.runId(), call.callId())).isPresent();
  }

  /// What an operation that holds one of the call's claims means for the call.
  sealed interface Match {
    /// It answers the call.
    record Same(Answer answer) implements Match {}

    /// It has the call's business key and other arguments.
    record OtherInput(OperationId holder) implements Match {}

    /// It was purged meanwhile: the call is to be submitted again.
    record Gone() implements Match {}
  }

  /// Matches the call with the operation that holds the claim.
  Match match(Call call, Decision decision, OperationId holder, Claim claim) {
    Optional<Snapshot> found = ports.journal().find(holder);
    if (found.isEmpty()) {
      return new Match.Gone();
    }
    var snapshot = found.get();
    return switch (claim) {
      case Claim.OfCall _ ->
          new Match.Same(
              means(snapshot.state().basis(), call, decision)
                  ? new Answer.Known(snapshot, call.callId(), true)
                  : new Answer.CallConflict(holder, call.callId()));
      case Claim.OfInput _, Claim.OfBusinessKey _ ->
          means(snapshot.state().basis(), call, decision)
              ? attach(call, decision, snapshot)
              : new Match.OtherInput(holder);
      case Claim.OfResource _ ->
          throw new IllegalStateException(holder + ": a lock is no identity");
    };
  }

  /// Whether the call has the tool and the arguments of the operation. Equal means equal once
  /// frozen: white space and member order make no other call.
  static boolean means(Basis basis, Call call, Decision decision) {
    var known = basis.proposal().call();
    if (!known.tool().equals(call.tool())) {
      return false;
    }
    return known.rawArguments().equals(call.rawArguments())
        || (basis instanceof Intent intent
            && frozen(decision).filter(now -> now.hash().equals(intent.inputHash())).isPresent());
  }

  private static Optional<Decision.Frozen> frozen(Decision decision) {
    return switch (decision) {
      case Decision.Execute(_, var frozen) -> Optional.of(frozen);
      case Decision.Ask(_, var frozen, _) -> Optional.of(frozen);
      case Decision.Deny(var frozen, _) -> Optional.of(frozen);
      case Decision.Refuse _, Decision.Exhaust _ -> Optional.empty();
    };
  }

  /// Makes the call id a name of the operation, so that it is answered from it for ever.
  private Match attach(Call call, Decision decision, Snapshot holder) {
    var current = holder;
    var own = new ClaimChange.Take(new Claim.OfCall(call.runId(), call.callId()), null);
    while (true) {
      var attached = new CallAttached(call.callId(), ports.journal().now());
      var transition =
          TransitionPlan.append(
              current, List.of(attached), current.ownership(), List.of(own), settings.retention());
      switch (commits.once(current.state(), transition)) {
        case Committed(var after) -> {
          return new Match.Same(new Answer.Known(after, call.callId(), true));
        }
        case VersionConflict(var other) -> current = other;
        case Fenced(var other) -> current = other;
        case ClaimHeld(var claim, var id) -> {
          return match(call, decision, id, claim);
        }
        case CommitResult.Gone _ -> {
          return new Match.Gone();
        }
        case CommitResult.LimitReached reached ->
            throw new IllegalStateException(
                current.id() + ": unexpected limit " + reached.counter());
      }
    }
  }
}
