package dev.interlock.runner.journal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.journal.Change;
import dev.interlock.runner.journal.ManualClock;
import dev.interlock.runner.journal.Samples;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Changes larger than a file of the log, and more of them than the log may grow to.
class BigChangesTest {
  private static final Settings SMALL_LOG =
      new Settings(1 << 20, 1 << 20, 2 << 20, Duration.ofDays(1), 0);

  @TempDir Path parent;
  private final ManualClock clock = new ManualClock();

  @Test
  void aChangeOfManyMegabytesSurvivesAKill() {
    var body = "x".repeat(5_000_000);
    var evidence = new EvidenceRecorded(1, true, Upstream.NONE, body, Samples.AT);
    try (var journal = Folders.open(parent.resolve("a"), clock, Folders.LAZY)) {
      assertThat(journal.commit(Change.create(1).event(evidence).transition()))
          .isInstanceOf(Committed.class);
      var picture = Folders.picture(parent.resolve("a"), parent.resolve("b"));
      try (var next = Folders.open(picture, clock, Folders.LAZY)) {
        assertThat(next.history(Change.id(1)).getLast().event()).isEqualTo(evidence);
      }
    }
  }

  @Test
  void theLogDoesNotGrowWithWhatWasCommitted() throws IOException {
    var body = "x".repeat(100_000);
    var evidence = new EvidenceRecorded(1, true, Upstream.NONE, body, Samples.AT);
    try (var journal = Folders.open(parent, clock, SMALL_LOG)) {
      for (int i = 0; i < 300; i++) {
        assertThat(journal.commit(Change.create(i).event(evidence).transition()))
            .isInstanceOf(Committed.class);
      }
      assertThat(bytesIn(parent.resolve("log"))).isLessThan(16 << 20);
      assertThat(journal.history(Change.id(0)).getLast().event()).isEqualTo(evidence);
    }
  }

  private static long bytesIn(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
