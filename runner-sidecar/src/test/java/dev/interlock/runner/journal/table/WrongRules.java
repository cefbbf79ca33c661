package dev.interlock.runner.journal.table;

import dev.interlock.runner.journal.StoreAnswer;
import dev.interlock.runner.journal.StoredTransition;
import dev.interlock.runner.simulation.Original;
import org.jspecify.annotations.Nullable;

/// A store that applies whatever comes, whoever sends it.
final class WrongRules {
  private WrongRules() {}

  static @Nullable StoreAnswer answerToVersion(
      StoredTransition transition, byte[] fingerprint, @Nullable RecordRow current) {
    StoreAnswer right =
        Original.of(CommitRules.class, "answerToVersion", null, transition, fingerprint, current);
    return right instanceof StoreAnswer.Conflict || right instanceof StoreAnswer.Fenced
        ? null
        : right;
  }
}
