package dev.interlock.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Journal.Durability;
import dev.interlock.runner.journal.memory.MemoryTables;
import dev.interlock.runner.journal.table.TableStore;
import dev.interlock.runner.journal.table.Tables;
import dev.interlock.runner.journal.table.Tables.Name;
import dev.interlock.runner.operation.Claim;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What is gone leaves nothing behind in any table.
class PurgeTest {
  private static final int OPERATIONS = 20;
  private static final List<Name> EMPTY =
      List.of(Name.RECORDS, Name.EVENTS, Name.CLAIMS, Name.WATCHED, Name.EXPIRY);

  private final ManualClock clock = new ManualClock();
  private final Tables tables = new MemoryTables();
  private final TableStore store = new TableStore(tables, clock, Durability.MEMORY);
  private final StoredJournal journal = new StoredJournal(store);

  private void runOperations(int first) {
    for (int i = first; i < first + OPERATIONS; i++) {
      var claim = new Claim.OfResource("r" + i);
      journal.commit(Change.create(i).take(claim, Duration.ofHours(1)).transition());
      journal.commit(Change.end(i, 1).transition());
      journal.commit(Change.end(i, 2).attention().transition());
    }
    journal.count("turn " + first, List.of());
  }

  private int size(Name table) {
    var size = new int[1];
    tables.table(table).scan("", "\uffff", (_, _) -> size[0]++ >= 0);
    return size[0];
  }

  @Test
  void afterItsTimeEverythingIsRemoved() {
    runOperations(0);
    assertThat(size(Name.EVENTS)).isEqualTo(3 * OPERATIONS);
    clock.advance(Duration.ofDays(30));

    assertThat(store.purge(10)).isEqualTo(10);
    assertThat(store.purge(1_000)).isEqualTo(OPERATIONS + 1 - 10);
    assertThat(store.purge(1_000)).isZero();
    assertThat(EMPTY).allSatisfy(table -> assertThat(size(table)).as("%s", table).isZero());
  }

  @Test
  void commitsAloneKeepUpWithWhatExpires() {
    for (int round = 0; round < 10; round++) {
      runOperations(round * OPERATIONS);
      clock.advance(Change.RETENTION);
    }
    runOperations(10 * OPERATIONS);

    assertThat(journal.list(dev.interlock.runner.execution.Journal.Filter.ALL, 1_000))
        .hasSize(OPERATIONS);
    assertThat(size(Name.EVENTS)).isEqualTo(3 * OPERATIONS);
  }

  @Test
  void aClockThatWentBackHidesNothingFromThePurge() {
    runOperations(0);
    clock.advance(Duration.ofDays(40));
    store.purge(1_000);
    clock.advance(Duration.ofDays(-39));
    runOperations(OPERATIONS);
    clock.advance(Duration.ofDays(38));

    store.purge(1_000);
    assertThat(size(Name.RECORDS)).isZero();
  }
}
