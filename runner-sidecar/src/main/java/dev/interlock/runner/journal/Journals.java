package dev.interlock.runner.journal;

import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.memory.MemoryTables;
import java.time.InstantSource;

/// Opens journals.
public final class Journals {
  private Journals() {}

  /// Opens the journal at `location`; close it to let others open it.
  ///
  /// @param clock the store's time, where the store is in this process
  public static Journal open(JournalLocation location, InstantSource clock) {
    return switch (location) {
      case JournalLocation.InMemory _ -> new StoredJournal(MemoryTables.store(clock));
      case JournalLocation.InFolder(var folder) ->
          throw new UnsupportedOperationException(folder + ": the embedded journal comes next");
    };
  }
}
