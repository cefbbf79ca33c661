package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.ClaimHeld;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Fenced;
import dev.interlock.runner.execution.CommitResult.Gone;
import dev.interlock.runner.execution.CommitResult.LimitReached;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Transition;
import dev.interlock.runner.operation.Transition.ClaimChange;
import dev.interlock.runner.operation.TransitionPlan;
import dev.interlock.runner.operation.Upstream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Commits a new operation while its caller waits, and only so long. When the caller has to be told
/// that the journal is away, the commit may have landed all the same: then it is undone as soon as
/// the journal answers, and its claims are given back, so that the same call may come again.
final class UndoableCommit {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Ports ports;
  private final Settings settings;
  private final Commits commits;

  UndoableCommit(Ports ports, Settings settings, Commits commits) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
  }

  /// @throws JournalUnavailableException when the fate of the commit could not be learned in time;
  ///   this instance has sent nothing and never will; a peer that took the operation over before it
  ///   could be withdrawn has it now, and the same call finds it there
  CommitResult commit(Transition transition) {
    long giveUpAt = ports.timing().nanos() + PATIENCE.toNanos();
    var pause = ports.timing().newWakeup();
    while (true) {
      try {
        return commits.once(null, transition);
      } catch (JournalUnavailableException e) {
        if (ports.timing().nanos() >= giveUpAt) {
          ports.timing().start("undo " + transition.id(), () -> undo(transition));
          throw e;
        }
        pause.await(PAUSE);
      }
    }
  }

  private void undo(Transition transition) {
    var landed =
        switch (commits.untilKnown(null, transition)) {
          case Committed(var created) -> created;
          case VersionConflict(var moved) -> moved;
          case Fenced _, Gone _, ClaimHeld _, LimitReached _ -> null;
        };
    if (landed != null) {
      try {
        commits.update(landed, current -> withdrawal(current, transition));
      } catch (LostOwnershipException e) {
        // A peer took it over meanwhile and answers for it.
      }
    }
  }

  /// Nobody but its creator has worked on it, and the creator has not sent anything.
  private Optional<Transition> withdrawal(Snapshot current, Transition transition) {
    if (current.state().isTerminal() || current.ownership().epoch() > 1) {
      return Optional.empty();
    }
    OperationEvent withdrawn =
        new OutcomeRecorded(
            new ToolOutcome.Rejected(
                ToolErrorCode.JOURNAL_UNAVAILABLE, "the caller was told that it was not taken"),
            Upstream.NONE,
            null,
            ports.journal().now());
    List<ClaimChange> released =
        transition.claims().stream()
            .<ClaimChange>map(change -> new ClaimChange.Release(change.claim()))
            .toList();
    return Optional.of(
        TransitionPlan.append(
            current, List.of(withdrawn), current.ownership(), released, settings.retention()));
  }
}
