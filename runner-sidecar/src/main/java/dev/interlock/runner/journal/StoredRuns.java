package dev.interlock.runner.journal;

import dev.interlock.runner.journal.StoredTransition.Header;
import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.RunCounters;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Transition.CounterAdd;
import dev.interlock.runner.operation.Transition.Expected;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs, and what is counted once, as records beside the operations: `run:<id>` and `once:<name>`.
/// Both are terminal for the store: nobody owns them and nothing is due.
final class StoredRuns {
  /// How long it is remembered that something was counted, and that a run was closed. The counters
  /// themselves stay, so that a closed run is closed for ever.
  private static final Duration KEPT = Duration.ofDays(30);

  private final JournalStore store;

  StoredRuns(JournalStore store) {
    this.store = store;
  }

  Run open(Run run) {
    return switch (store.commit(transition(run, new Expected.Absent()))) {
      case StoreAnswer.Committed _ -> run;
      case StoreAnswer.Conflict(var current) -> JournalCodec.readRun(current);
      case StoreAnswer.Gone _,
          StoreAnswer.Fenced _,
          StoreAnswer.ClaimHeld _,
          StoreAnswer.LimitReached _ ->
          throw impossible(run.id().value());
    };
  }

  Optional<Run> find(RunId id) {
    return store.find(name(id)).map(JournalCodec::readRun);
  }

  void close(RunId id) {
    var stored = store.find(name(id));
    while (!isClosed(stored)) {
      var answer =
          store.commit(transition(closed(id, stored), stored.map(StoredRuns::at).orElse(ABSENT)));
      if (answer instanceof StoreAnswer.Committed) {
        return;
      }
      stored = store.find(name(id));
    }
  }

  private static final Expected ABSENT = new Expected.Absent();

  private static Expected at(StoredRecord stored) {
    return new Expected.At(stored.version(), stored.ownership().epoch());
  }

  private static boolean isClosed(Optional<StoredRecord> stored) {
    return stored.map(JournalCodec::readRun).filter(Run::closed).isPresent();
  }

  /// A run that was never opened can be closed too: then it can never be used.
  private Run closed(RunId id, Optional<StoredRecord> stored) {
    var run =
        stored
            .map(JournalCodec::readRun)
            .orElseGet(() -> new Run(id, store.now(), null, RunBudget.NONE, false));
    return new Run(run.id(), run.openedAt(), run.user(), run.budget(), true);
  }

  /// Counts at most once under `once`, within 30 days.
  Optional<String> count(String once, List<CounterAdd> additions) {
    var transition =
        new StoredTransition(
            "once:" + once,
            ABSENT,
            header("counted", KEPT),
            new byte[0],
            List.of(),
            List.of(),
            additions);
    return switch (store.commit(transition)) {
      case StoreAnswer.LimitReached(var counter) -> Optional.of(counter);
      case StoreAnswer.Committed _, StoreAnswer.Conflict _ -> Optional.empty();
      case StoreAnswer.Gone _, StoreAnswer.Fenced _, StoreAnswer.ClaimHeld _ ->
          throw impossible("once:" + once);
    };
  }

  private static StoredTransition transition(Run run, Expected expected) {
    return new StoredTransition(
        name(run.id()),
        expected,
        run.closed() ? header("run_closed", KEPT) : header("run_open", null),
        JournalCodec.write(run),
        List.of(),
        List.of(),
        run.closed()
            ? List.of(new CounterAdd(RunCounters.closed(run.id()), 1, Long.MAX_VALUE))
            : List.of());
  }

  private static Header header(String state, @Nullable Duration keepFor) {
    return new Header(state, new Ownership(null, 1), null, false, true, keepFor);
  }

  private static String name(RunId id) {
    return "run:" + id;
  }

  private static IllegalStateException impossible(String id) {
    return new IllegalStateException(id + ": the store answered what this commit cannot cause");
  }
}
