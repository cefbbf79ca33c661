package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.JournalContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/// The contract while checkpoints move everything away all the time.
class EagerCheckpointsTest extends JournalContract {
  @TempDir Path folder;

  @Override
  protected Journal open(InstantSource clock) {
    return Folders.open(folder, clock, Folders.EAGER);
  }
}
