package dev.interlock.runner.journal;

import dev.interlock.runner.execution.Journal;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedJournalTest extends JournalContract {
  @TempDir Path folder;

  @Override
  protected Journal open(InstantSource clock) {
    return Journals.open(JournalLocation.parse("file:" + folder), clock);
  }
}
