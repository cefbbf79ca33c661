package dev.interlock.runner.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.execution.Journal.Filter;
import dev.interlock.runner.journal.memory.MemoryTables;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.Transition.Expected;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Records that cannot be read, and places where a journal can be.
class StoredJournalTest {
  private final ManualClock clock = new ManualClock();
  private final JournalStore store = MemoryTables.store(clock);
  private final StoredJournal journal = new StoredJournal(store);

  private void store(int number, String content) {
    var header =
        new StoredTransition.Header(
            "proposed", new Ownership(null, 1), clock.instant(), true, false, null);
    store.commit(
        new StoredTransition(
            Change.id(number).value(),
            new Expected.Absent(),
            header,
            content.getBytes(UTF_8),
            List.of(),
            List.of(),
            List.of()));
  }

  @Test
  void aNewerRecordIsRefusedAndNeverTouched() {
    store(1, "{\"v\":2,\"d\":{}}");

    assertThatThrownBy(() -> journal.find(Change.id(1)))
        .isInstanceOf(UnreadableRecordException.class)
        .hasMessageContaining("start a newer runner");
    assertThatThrownBy(() -> journal.history(Change.id(1)))
        .isInstanceOf(UnreadableRecordException.class);
    assertThatThrownBy(() -> journal.commit(Change.create(1).transition()))
        .isInstanceOf(UnreadableRecordException.class);
    assertThat(store.find(Change.id(1).value()).orElseThrow().version()).isEqualTo(1);
  }

  @Test
  void oneUnreadableRecordStopsNoOther() {
    store(1, "{\"v\":2}");
    store(2, "");
    journal.commit(Change.create(3).owned(null, 1).due(clock.instant()).attention().transition());
    store(4, "{\"v\":1,\"d\":[]}");
    journal.commit(Change.create(5).owned(null, 1).due(clock.instant()).attention().transition());

    for (var filter : Filter.values()) {
      assertThat(journal.list(filter, 2).stream().map(Snapshot::id))
          .containsExactly(Change.id(3), Change.id(5));
    }
    assertThat(journal.claimable(new InstanceId("here"), 1).stream().map(Snapshot::id))
        .containsExactly(Change.id(3));
  }

  @ParameterizedTest
  @CsvSource({"file:a/b,a/b", "file:/var/lib/x y,/var/lib/x y"})
  void aFolderIsAPlaceForAJournal(String text, String folder) {
    assertThat(JournalLocation.parse(text))
        .isEqualTo(new JournalLocation.InFolder(java.nio.file.Path.of(folder)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "file:", "memory", "/var/lib", "file:a\0b", "http://x"})
  void anUnknownPlaceIsRefusedWithWhatToWrite(String text) {
    assertThatThrownBy(() -> JournalLocation.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("journal ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"redis://u:secret@h:6379", "rediss://u:secret@h", "redis-sentinel://u:secret@h"})
  void redisIsNotAvailableYetAndItsPasswordIsNotShown(String text) {
    assertThatThrownBy(() -> JournalLocation.parse(text))
        .hasMessage("a journal in Redis is not available yet: write file:DIR");
  }
}
