package dev.interlock.runner.journal.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.journal.Change;
import dev.interlock.runner.journal.JournalFolderException;
import dev.interlock.runner.journal.ManualClock;
import dev.interlock.runner.journal.Samples;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.Upstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real disk that is really full: a small file system in memory, where mounting is permitted.
class DiskFullTest {
  private static final int DISK = 32 << 20;
  private static final Settings NO_RESERVE =
      new Settings(1 << 20, 1 << 20, 4 << 20, Duration.ofDays(1), 0);
  private static final Settings RESERVE =
      new Settings(1 << 20, 1 << 20, 4 << 20, Duration.ofDays(1), 16 << 20);

  @TempDir Path parent;
  private final ManualClock clock = new ManualClock();

  @SuppressWarnings("NullAway.Init")
  private Path disk;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(parent.resolve("disk"));
    assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=" + DISK, "tmpfs", disk.toString()),
        "mounting a small file system needs root");
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", "-l", disk.toString());
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (IOException _) {
      return false;
    }
  }

  private static Change large(int number) {
    var body = "x".repeat(50_000);
    return Change.create(number)
        .event(new EvidenceRecorded(1, true, Upstream.NONE, body, Samples.AT));
  }

  /// Commits until the journal refuses.
  ///
  /// @return how many it took
  private static int fill(Journal journal) {
    int number = 0;
    try {
      while (true) {
        assertThat(journal.commit(large(number).transition())).isInstanceOf(Committed.class);
        number++;
      }
    } catch (JournalUnavailableException _) {
      return number;
    }
  }

  private void takeAllRoom(Path ballast) throws IOException {
    try (var out = Files.newOutputStream(ballast)) {
      while (true) {
        out.write(new byte[64 << 10]);
      }
    } catch (IOException e) {
      assertThat(Files.size(ballast)).isPositive();
    }
  }

  @Test
  void newOperationsAreRefusedFirstAndTheOthersCanEnd() {
    var folder = disk.resolve("journal");
    try (var journal = Folders.open(folder, clock, RESERVE)) {
      int committed = fill(journal);
      assertThat(committed).isGreaterThan(20);

      assertThatThrownBy(() -> journal.commit(large(9_999).transition()))
          .isInstanceOf(JournalUnavailableException.class)
          .hasMessageContaining("journal folder " + folder)
          .hasMessageContaining("a new operation needs 16777216: make room");
      for (int number = 0; number < committed; number++) {
        assertThat(journal.commit(Change.end(number, 1).transition()))
            .isInstanceOf(Committed.class);
      }
    }
  }

  @Test
  void itWorksAgainOnceThereIsRoom() throws IOException {
    var ballast = disk.resolve("ballast");
    try (var journal = Folders.open(disk.resolve("journal"), clock, RESERVE)) {
      Files.write(ballast, new byte[20 << 20]);
      assertThat(fill(journal)).isLessThan(50);

      Files.delete(ballast);
      for (int attempt = 0; ; attempt++) {
        try {
          assertThat(journal.commit(large(9_999).transition())).isInstanceOf(Committed.class);
          break;
        } catch (JournalUnavailableException e) {
          assertThat(attempt).as("looks again within 50 ms").isLessThan(1_000_000);
          Thread.onSpinWait();
        }
      }
    }
  }

  @Test
  void onADiskThatIsFullNothingThatWasAcknowledgedIsLost() throws IOException {
    var folder = disk.resolve("journal");
    var ballast = disk.resolve("ballast");
    int committed;
    try (var journal = Folders.open(folder, clock, NO_RESERVE)) {
      takeAllRoom(ballast);
      committed = fill(journal);

      assertThatThrownBy(() -> journal.commit(large(9_999).transition()))
          .isInstanceOf(JournalUnavailableException.class)
          .hasMessageContaining("journal folder " + folder)
          .hasMessageContaining("not full, then start the runner again");
      assertThatThrownBy(() -> journal.find(Change.id(0)))
          .isInstanceOf(JournalUnavailableException.class);
    }
    Files.delete(ballast);
    try (var journal = Folders.open(folder, clock, NO_RESERVE)) {
      assertThat(journal.list(Journal.Filter.ALL, 10_000).size())
          .isBetween(committed, committed + 1);
      assertThat(journal.commit(large(9_999).transition())).isInstanceOf(Committed.class);
    }
  }

  @Test
  void aFullDiskIsNoPlaceToBegin() throws IOException {
    takeAllRoom(disk.resolve("ballast"));

    assertThatThrownBy(() -> Folders.open(disk.resolve("journal"), clock, NO_RESERVE))
        .isInstanceOf(JournalFolderException.class)
        .hasMessageContaining(disk.toString());
    Files.delete(disk.resolve("ballast"));
    Folders.open(disk.resolve("journal"), clock, NO_RESERVE).close();
  }
}
