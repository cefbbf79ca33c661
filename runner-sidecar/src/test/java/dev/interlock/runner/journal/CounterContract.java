package dev.interlock.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.LimitReached;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.RunCounters;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Transition.CounterAdd;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Counters, what is counted once, and runs.
public interface CounterContract extends JournalUnderTest {
  RunId RUN = new RunId("run / é");

  @Test
  default void aCounterGrowsToItsLimitAndNotBeyond() {
    committed(Change.create(1).add("a", 3, 5));
    assertThat(commit(Change.create(2).add("a", 3, 5))).isEqualTo(new LimitReached("a"));
    committed(Change.create(2).add("a", 2, 5));

    assertThat(journal().counters(List.of("a", "b"))).isEqualTo(Map.of("a", 5L, "b", 0L));
  }

  @Test
  default void twoAdditionsToOneCounterCountTogether() {
    assertThat(commit(Change.create(1).add("a", 3, 5).add("a", 3, 5)))
        .isEqualTo(new LimitReached("a"));
    committed(Change.create(1).add("a", 3, 5).add("a", -2, 0).add("a", 4, 5));

    assertThat(value("a")).isEqualTo(5);
  }

  @Test
  default void aNegativeAdditionAlwaysPassesAndNeverMakesADebt() {
    committed(Change.create(1).add("a", 5, 5));
    committed(Change.step(1, 1).add("a", -2, 0));
    assertThat(value("a")).isEqualTo(3);

    committed(Change.step(1, 2).add("a", Long.MIN_VALUE, 0));
    assertThat(value("a")).isZero();
  }

  @Test
  default void addingZeroOnlyChecks() {
    committed(Change.create(1).add("a", 0, 0));
    committed(Change.create(2).add("a", 2, 9).add("a", 0, 2));

    assertThat(commit(Change.create(3).add("a", 0, 1))).isEqualTo(new LimitReached("a"));
    assertThat(value("a")).isEqualTo(2);
  }

  @Test
  default void noSumExceedsWhatEveryStoreCountsExactly() {
    long most = (1L << 53) - 1;
    committed(Change.create(1).add("a", most, Long.MAX_VALUE));

    assertThat(commit(Change.create(2).add("a", 1, Long.MAX_VALUE)))
        .isEqualTo(new LimitReached("a"));
    assertThat(commit(Change.create(2).add("a", Long.MAX_VALUE, Long.MAX_VALUE)))
        .isEqualTo(new LimitReached("a"));
    assertThat(value("a")).isEqualTo(most);
  }

  @Test
  default void whatIsCountedOnceIsCountedOnce() {
    assertThat(journal().count("turn 1", List.of(new CounterAdd("a", 2, 3)))).isEmpty();
    assertThat(journal().count("turn 1", List.of(new CounterAdd("a", 2, 3)))).isEmpty();
    assertThat(journal().count("turn 1", List.of(new CounterAdd("a", 9, 3)))).isEmpty();
    assertThat(value("a")).isEqualTo(2);

    assertThat(
            journal()
                .count("turn 2", List.of(new CounterAdd("b", 1, 9), new CounterAdd("a", 2, 3))))
        .contains("a");
    assertThat(journal().counters(List.of("a", "b"))).isEqualTo(Map.of("a", 2L, "b", 0L));
    assertThat(journal().count("turn 2", List.of(new CounterAdd("a", 1, 3)))).isEmpty();
    assertThat(value("a")).isEqualTo(3);
  }

  @Test
  default void aRunIsOpenedOnceAndStaysAsItWasOpened() {
    var run = new Run(RUN, Samples.AT, null, RunBudget.NONE, false);
    assertThat(journal().findRun(RUN)).isEmpty();
    assertThat(journal().openRun(run)).isEqualTo(run);

    var later = new Run(RUN, Samples.AT.plusSeconds(1), null, RunBudget.NONE, false);
    assertThat(journal().openRun(later)).isEqualTo(run);
    assertThat(journal().findRun(RUN)).contains(run);
  }

  @Test
  default void noOperationOfAClosedRunCanBeCreated() {
    var run = new Run(RUN, Samples.AT, null, RunBudget.NONE, false);
    journal().openRun(run);
    assertThat(commit(Change.create(1).add(RunCounters.closed(RUN), 0, 0)))
        .isInstanceOf(Committed.class);

    journal().closeRun(RUN);
    journal().closeRun(RUN);

    assertThat(journal().findRun(RUN))
        .contains(new Run(RUN, Samples.AT, null, RunBudget.NONE, true));
    assertThat(value(RunCounters.closed(RUN))).isEqualTo(1);
    assertThat(commit(Change.create(2).add(RunCounters.closed(RUN), 0, 0)))
        .isEqualTo(new LimitReached(RunCounters.closed(RUN)));
    assertThat(journal().openRun(run).closed()).isTrue();
    clock().advance(Duration.ofDays(1000));
    assertThat(commit(Change.create(2).add(RunCounters.closed(RUN), 0, 0)))
        .isEqualTo(new LimitReached(RunCounters.closed(RUN)));
  }

  @Test
  default void aRunThatWasNeverOpenedCanBeClosedToo() {
    journal().closeRun(RUN);

    assertThat(journal().findRun(RUN).orElseThrow().closed()).isTrue();
    assertThat(commit(Change.create(1).add(RunCounters.closed(RUN), 0, 0)))
        .isInstanceOf(LimitReached.class);
    assertThat(journal().find(Change.id(1))).isEmpty();
  }

  private long value(String counter) {
    return journal().counters(List.of(counter)).getOrDefault(counter, -1L);
  }
}
