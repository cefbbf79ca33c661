package dev.interlock.runner.journal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.journal.Change;
import dev.interlock.runner.journal.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An interrupted thread harms nobody else.
class InterruptTest {
  /// More than is read at once when the store is opened.
  private static final int MANY = 1_000;

  @TempDir Path folder;

  @Test
  void anInterruptedThreadCommitsAndReadsLikeAnyOther() {
    var clock = new ManualClock();
    try (var journal = Folders.open(folder, clock, Folders.EAGER)) {
      for (int i = 0; i < MANY; i++) {
        journal.commit(Change.create(i).transition());
      }
    }
    try (var journal = Folders.open(folder, clock, Folders.EAGER)) {
      Thread.currentThread().interrupt();
      for (int i = 0; i < MANY; i++) {
        assertThat(journal.find(Change.id(i))).isPresent();
      }
      assertThat(journal.commit(Change.create(MANY).transition())).isInstanceOf(Committed.class);
      assertThat(Thread.interrupted()).isTrue();

      assertThat(journal.commit(Change.create(MANY + 1).transition()))
          .isInstanceOf(Committed.class);
      assertThat(journal.history(Change.id(0))).hasSize(1);
      Thread.currentThread().interrupt();
    }
    assertThat(Thread.interrupted()).isTrue();
    try (var journal = Folders.open(folder, clock, Folders.EAGER)) {
      assertThat(journal.find(Change.id(MANY + 1))).isPresent();
    }
  }
}
