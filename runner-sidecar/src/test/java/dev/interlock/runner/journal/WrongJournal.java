package dev.interlock.runner.journal;

import dev.interlock.runner.execution.CommitResult;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.Transition;
import dev.interlock.runner.operation.Transition.Expected;
import dev.interlock.runner.simulation.Original;

/// A journal that says "durable" before it is.
final class WrongJournal {
  private WrongJournal() {}

  static CommitResult commit(StoredJournal self, Transition transition) {
    boolean starts = transition.events().stream().anyMatch(AttemptStarted.class::isInstance);
    return starts && transition.expected() instanceof Expected.At(var version, _)
        ? new CommitResult.Committed(
            new Snapshot(
                transition.next(),
                version + 1,
                transition.ownership(),
                transition.due(),
                transition.attention()))
        : Original.of(StoredJournal.class, "commit", self, transition);
  }
}
