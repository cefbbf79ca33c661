package dev.interlock.runner.journal.table;

import dev.interlock.runner.journal.StoreAnswer;
import dev.interlock.runner.journal.StoredTransition;
import dev.interlock.runner.journal.StoredTransition.ClaimChange;
import dev.interlock.runner.operation.Transition.Expected;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a commit is answered, by the numbered rules of `JournalStore.commit`. Changes nothing.
final class CommitRules {
  /// What every store can count exactly.
  private static final long MOST = (1L << 53) - 1;

  private final Rows rows;

  CommitRules(Rows rows) {
    this.rows = rows;
  }

  /// The answer, or null when the transition is to be applied (rule 7).
  @Nullable StoreAnswer answer(StoredTransition transition, byte[] fingerprint, Instant now) {
    var current = rows.live(transition.id(), now);
    var answer = answerToVersion(transition, fingerprint, current);
    if (answer == null) {
      answer = answerToClaims(transition, now);
    }
    return answer == null ? answerToCounters(transition) : answer;
  }

  private static @Nullable StoreAnswer answerToVersion(
      StoredTransition transition, byte[] fingerprint, @Nullable RecordRow current) {
    var expected = transition.expected();
    if (current == null) {
      return expected instanceof Expected.At ? new StoreAnswer.Gone() : null;
    }
    if (current.version() == madeBy(expected) && current.wasMadeBy(fingerprint)) {
      return new StoreAnswer.Committed(current.version());
    }
    long epoch = current.header().ownership().epoch();
    if (expected instanceof Expected.At(_, var known) && epoch > known) {
      return new StoreAnswer.Fenced(current.toRecord(transition.id()));
    }
    return expected.equals(new Expected.At(current.version(), epoch))
        ? null
        : new StoreAnswer.Conflict(current.toRecord(transition.id()));
  }

  /// The version that a commit which expects this makes.
  static long madeBy(Expected expected) {
    return switch (expected) {
      case Expected.Absent _ -> 1;
      case Expected.At(var version, _) -> version + 1;
    };
  }

  private @Nullable StoreAnswer answerToClaims(StoredTransition transition, Instant now) {
    for (var change : transition.claims()) {
      if (change instanceof ClaimChange.Take(var key, _)) {
        var holder = rows.holder(key, now);
        if (holder != null && !holder.equals(transition.id())) {
          return new StoreAnswer.ClaimHeld(key, holder);
        }
      }
    }
    return null;
  }

  private @Nullable StoreAnswer answerToCounters(StoredTransition transition) {
    var sums = new HashMap<String, Long>();
    for (var addition : transition.counters()) {
      long sum = sums.computeIfAbsent(addition.counter(), rows::counter);
      long room = Math.min(addition.limit(), MOST) - sum;
      if (addition.add() >= 0 && addition.add() > room) {
        return new StoreAnswer.LimitReached(addition.counter());
      }
      sums.put(addition.counter(), Math.max(0, sum + addition.add()));
    }
    return null;
  }

  /// The counters' values after a transition that the rules let through.
  Map<String, Long> sums(StoredTransition transition) {
    var sums = new HashMap<String, Long>();
    for (var addition : transition.counters()) {
      long sum = sums.computeIfAbsent(addition.counter(), rows::counter);
      sums.put(addition.counter(), Math.max(0, sum + addition.add()));
    }
    return sums;
  }
}
