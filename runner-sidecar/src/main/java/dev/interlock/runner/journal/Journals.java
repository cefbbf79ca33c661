package dev.interlock.runner.journal;

import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.embedded.EmbeddedTables;
import dev.interlock.runner.journal.memory.MemoryTables;
import java.time.InstantSource;

/// Opens journals.
public final class Journals {
  private Journals() {}

  /// Opens the journal at `location`; close it to let others open it.
  ///
  /// @throws JournalFolderException when a folder cannot be used; the message says what to do
  /// @param clock the store's time, where the store is in this process; it should never go back, as
  ///   a `SteadyClock` does not
  public static Journal open(JournalLocation location, InstantSource clock) {
    return switch (location) {
      case JournalLocation.InMemory _ -> new StoredJournal(MemoryTables.store(clock));
      case JournalLocation.InFolder(var folder) ->
          new StoredJournal(EmbeddedTables.open(folder, clock));
    };
  }
}
