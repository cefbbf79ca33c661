package dev.interlock.runner.journal.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.Change;
import dev.interlock.runner.journal.ClaimContract;
import dev.interlock.runner.journal.CommitContract;
import dev.interlock.runner.journal.CounterContract;
import dev.interlock.runner.journal.ManualClock;
import dev.interlock.runner.operation.InstanceId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The contract with a new process for every call, and what only a restart shows.
class RestartTest {
  @TempDir Path parent;
  private final ManualClock clock = new ManualClock();
  private final ArrayList<Journal> open = new ArrayList<>();
  private int generation;

  @AfterEach
  void closeAll() {
    open.forEach(Journal::close);
  }

  /// The process before ended by itself.
  private Journal afterClosing() {
    closeAll();
    open.clear();
    return opened(parent.resolve("journal"));
  }

  /// The process before was killed: it lives on here, and the next one reads what it left.
  private Journal afterKilling() {
    var last = parent.resolve("journal" + generation);
    var next = parent.resolve("journal" + ++generation);
    return opened(open.isEmpty() ? next : Folders.picture(last, next));
  }

  private Journal opened(Path folder) {
    var journal = Folders.open(folder, clock, Folders.LAZY);
    open.add(journal);
    return journal;
  }

  abstract class EveryCallAnotherProcess implements CommitContract, ClaimContract, CounterContract {
    private @Nullable Journal journal;

    abstract Journal restart();

    @Override
    public Journal journal() {
      var restarting = journal == null ? new RestartingJournal(this::restart) : journal;
      journal = restarting;
      return restarting;
    }

    @Override
    public ManualClock clock() {
      return clock;
    }
  }

  @Nested
  class AfterAnOrderlyEnd extends EveryCallAnotherProcess {
    @Override
    Journal restart() {
      return afterClosing();
    }
  }

  @Nested
  class AfterAKill extends EveryCallAnotherProcess {
    @Override
    Journal restart() {
      return afterKilling();
    }
  }

  @Test
  void everyInstanceBeforeIsGoneAtOnce() {
    var before = new InstanceId("before");
    var journal = afterClosing();
    journal.renewLease(before, Duration.ofDays(1));
    journal.commit(Change.create(1).owned("before", 1).transition());
    assertThat(journal.claimable(new InstanceId("after"), 9)).isEmpty();

    assertThat(afterClosing().claimable(new InstanceId("after"), 9)).hasSize(1);
  }

  @Test
  void whatEndedIsFoundAgainAndWhatExpiredMeanwhileIsNot() {
    var journal = afterClosing();
    journal.commit(Change.create(1).transition());
    journal.commit(Change.end(1, 1).transition());
    journal.commit(Change.create(2).transition());

    assertThat(afterClosing().list(Journal.Filter.ALL, 9)).hasSize(2);
    clock.advance(Change.RETENTION);
    assertThat(afterClosing().list(Journal.Filter.ALL, 9)).hasSize(1);
    assertThat(afterClosing().list(Journal.Filter.UNRESOLVED, 9)).hasSize(1);
  }
}
