package dev.interlock.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Journal.Filter;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.Snapshot;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Lists, leases and what may be claimed.
public interface RecoveryContract extends JournalUnderTest {
  InstanceId HERE = new InstanceId("here");
  InstanceId THERE = new InstanceId("there");
  Duration TTL = Duration.ofSeconds(10);

  @Test
  default void listsShowOperationsOldestFirstUpToALimit() {
    journal().openRun(new Run(Samples.RUN, Samples.AT, null, RunBudget.NONE, false));
    journal().count("once", List.of());
    committed(Change.create(3));
    committed(Change.create(1).attention());
    committed(Change.create(2));
    committed(Change.end(2, 1));

    assertThat(ids(journal().list(Filter.ALL, 9)))
        .containsExactly(Change.id(1), Change.id(2), Change.id(3));
    assertThat(ids(journal().list(Filter.ALL, 2))).containsExactly(Change.id(1), Change.id(2));
    assertThat(ids(journal().list(Filter.UNRESOLVED, 9)))
        .containsExactly(Change.id(1), Change.id(3));
    assertThat(ids(journal().list(Filter.UNRESOLVED, 1))).containsExactly(Change.id(1));
    assertThat(ids(journal().list(Filter.ATTENTION, 9))).containsExactly(Change.id(1));
    assertThat(journal().list(Filter.ALL, 0)).isEmpty();
  }

  @Test
  default void listsFollowEveryCommit() {
    committed(Change.create(1).attention());
    committed(Change.step(1, 1));
    assertThat(journal().list(Filter.ATTENTION, 9)).isEmpty();

    committed(Change.end(1, 2).attention());
    assertThat(journal().list(Filter.UNRESOLVED, 9)).isEmpty();
    assertThat(ids(journal().list(Filter.ATTENTION, 9))).containsExactly(Change.id(1));

    clock().advance(Change.RETENTION);
    assertThat(journal().list(Filter.ATTENTION, 9)).isEmpty();
    assertThat(journal().list(Filter.ALL, 9)).isEmpty();
  }

  @Test
  default void whatALivingInstanceOwnsCannotBeClaimed() {
    journal().renewLease(HERE, TTL);
    committed(Change.create(1).owned("here", 1).due(clock().instant()));

    assertThat(journal().claimable(THERE, 9)).isEmpty();
    clock().advance(TTL.minusNanos(1));
    assertThat(journal().claimable(THERE, 9)).isEmpty();
    journal().renewLease(HERE, TTL);
    clock().advance(TTL.minusNanos(1));
    assertThat(journal().claimable(THERE, 9)).isEmpty();
    clock().advance(Duration.ofNanos(1));
    assertThat(ids(journal().claimable(THERE, 9))).containsExactly(Change.id(1));
    assertThat(journal().claimable(HERE, 9)).isEmpty();
  }

  @Test
  default void aLeaseGivenUpOrNeverTakenIsOver() {
    journal().renewLease(HERE, TTL);
    committed(Change.create(1).owned("here", 1));
    committed(Change.create(2).owned("unheard of", 1));
    assertThat(ids(journal().claimable(THERE, 9))).containsExactly(Change.id(2));

    journal().releaseLease(HERE);
    assertThat(ids(journal().claimable(THERE, 9))).containsExactly(Change.id(1), Change.id(2));
  }

  @Test
  default void whatNobodyOwnsCanBeClaimedOnceItIsDue() {
    var now = clock().instant();
    committed(Change.create(1).owned(null, 1).due(now.plus(TTL)));
    committed(Change.create(2).owned(null, 1));
    assertThat(journal().claimable(HERE, 9)).isEmpty();

    clock().advance(TTL);
    assertThat(ids(journal().claimable(HERE, 9))).containsExactly(Change.id(1));
  }

  @Test
  default void theEarliestDueComesFirstAndWhatIsNeverDueLast() {
    var now = clock().instant();
    committed(Change.create(1).owned("gone", 1));
    committed(Change.create(2).owned("gone", 1).due(now.plusSeconds(5)));
    committed(Change.create(3).owned(null, 1).due(now));
    committed(Change.create(4).owned(null, 1).due(now.minusSeconds(5)));

    assertThat(ids(journal().claimable(HERE, 9)))
        .containsExactly(Change.id(4), Change.id(3), Change.id(2), Change.id(1));
    assertThat(ids(journal().claimable(HERE, 2))).containsExactly(Change.id(4), Change.id(3));
  }

  @Test
  default void whatIsTerminalCannotBeClaimed() {
    committed(Change.create(1).owned("gone", 1));
    committed(Change.end(1, 1).owned("gone", 1).attention());

    assertThat(journal().claimable(HERE, 9)).isEmpty();
  }

  @Test
  default void aClaimIsATransitionThatRaisesTheEpoch() {
    committed(Change.create(1).owned("gone", 1));
    var found = journal().claimable(HERE, 9).getFirst();
    committed(Change.step(1, found.version()).owned(found.ownership().takenBy(HERE)));
    journal().renewLease(HERE, TTL);

    assertThat(journal().claimable(THERE, 9)).isEmpty();
  }

  private static List<OperationId> ids(List<Snapshot> snapshots) {
    return snapshots.stream().map(Snapshot::id).toList();
  }
}
