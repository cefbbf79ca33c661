package dev.interlock.runner.journal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.Change;
import dev.interlock.runner.journal.ManualClock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// SIGKILL in the middle of commits and checkpoints, again and again on one folder.
class KillTest {
  private static final int[] KILLED_AFTER = {1, 9, 100, 1_000, 3_000, 777};

  @TempDir Path folder;

  @Test
  void whatWasAcknowledgedBeforeAKillIsThereAfterIt() throws Exception {
    var acknowledged = new HashMap<Integer, Long>();
    int first = 0;
    for (int count : KILLED_AFTER) {
      try (var process = CommittingProcess.start(folder, first)) {
        process.awaitAcknowledgements(count);
        acknowledged.putAll(process.kill());
      }
      first += 8;
      assertAllThere(acknowledged, first);
    }
  }

  private void assertAllThere(Map<Integer, Long> acknowledged, int operations) {
    try (var journal = Folders.open(folder, new ManualClock(), Folders.LAZY)) {
      long steps = 0;
      for (int operation = 0; operation < operations; operation++) {
        steps += assertWhole(journal, operation, acknowledged.getOrDefault(operation, 0L));
      }
      assertThat(journal.counters(List.of("count"))).containsEntry("count", steps);
    }
  }

  /// The operation is at the acknowledged version or at one that was under way, all of it.
  private static long assertWhole(Journal journal, int operation, long acknowledged) {
    var id = Change.id(operation);
    long version = journal.find(id).map(found -> found.version()).orElse(0L);
    assertThat(version).as("version of %s", id).isBetween(acknowledged, acknowledged + 1);
    assertThat(journal.history(id)).as("history of %s", id).hasSize((int) version);
    return Math.max(0, version - 1);
  }
}
