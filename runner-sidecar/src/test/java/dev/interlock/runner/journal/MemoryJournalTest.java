package dev.interlock.runner.journal;

import dev.interlock.runner.execution.Journal;
import java.time.InstantSource;

class MemoryJournalTest extends JournalContract {
  @Override
  protected Journal open(InstantSource clock) {
    return Journals.open(JournalLocation.parse("memory:"), clock);
  }
}
