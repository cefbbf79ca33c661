package dev.interlock.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.CommitResult.ClaimHeld;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Fenced;
import dev.interlock.runner.execution.CommitResult.Gone;
import dev.interlock.runner.execution.CommitResult.LimitReached;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.CancelRequested;
import dev.interlock.runner.operation.OperationEvent.Parked;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Versions, epochs, order of checks, all or nothing, commits whose answer was lost.
public interface CommitContract extends JournalUnderTest {

  @Test
  default void whatWasCommittedIsFound() {
    var created = committed(Change.create(1).due(Samples.AT).attention());

    assertThat(created.version()).isEqualTo(1);
    assertThat(journal().find(Change.id(1))).contains(created);
    assertThat(created.due()).isEqualTo(Samples.AT);
    assertThat(created.attention()).isTrue();
    assertThat(journal().find(Change.id(2))).isEmpty();
  }

  @Test
  default void theHistoryHoldsEveryEventInOrderWithTheStoresTime() {
    var first = clock().instant();
    committed(Change.create(1).event(new Parked("once", Samples.AT)));
    clock().advance(Duration.ofNanos(1));
    committed(Change.step(1, 1));

    assertThat(journal().history(Change.id(1)))
        .containsExactly(
            new JournaledEvent(1, first, new CallProposed(Samples.proposal(Change.id(1)))),
            new JournaledEvent(2, first, new Parked("once", Samples.AT)),
            new JournaledEvent(3, first.plusNanos(1), new CancelRequested("agent", Samples.AT)));
    assertThat(journal().history(Change.id(2))).isEmpty();
  }

  @Test
  default void aCommitOverAnotherVersionIsRefusedWithWhatIsThere() {
    committed(Change.create(1));
    var current = committed(Change.step(1, 1));

    assertThat(commit(Change.end(1, 1))).isEqualTo(new VersionConflict(current));
    assertThat(commit(Change.end(1, 3))).isEqualTo(new VersionConflict(current));
    assertThat(commit(Change.create(1).attention())).isEqualTo(new VersionConflict(current));
    assertThat(journal().history(Change.id(1))).hasSize(2);
  }

  @Test
  default void aCommitUnderAnOlderEpochIsFencedWhateverItsVersion() {
    committed(Change.create(1));
    var taken = committed(Change.step(1, 1).owned("there", 2));

    assertThat(commit(Change.end(1, 1))).isEqualTo(new Fenced(taken));
    assertThat(commit(Change.end(1, 2))).isEqualTo(new Fenced(taken));
    assertThat(commit(Change.end(1, 2).underEpoch(3))).isEqualTo(new VersionConflict(taken));
    assertThat(commit(Change.end(1, 2).underEpoch(2))).isInstanceOf(Committed.class);
  }

  @Test
  default void aCommitOverNothingIsGone() {
    assertThat(commit(Change.step(1, 1))).isEqualTo(new Gone());
  }

  @Test
  default void theSameCommitAgainChangesNothingASecondTime() {
    var creation = Change.create(1).add("calls", 1, 10).take(new Claim.OfResource("a"));
    var created = committed(creation);
    assertThat(commit(creation)).isEqualTo(new Committed(created));

    var change = Change.step(1, 1).add("calls", 2, 10);
    var changed = committed(change);
    assertThat(commit(change)).isEqualTo(new Committed(changed));

    assertThat(journal().counters(List.of("calls"))).isEqualTo(Map.of("calls", 3L));
    assertThat(journal().history(Change.id(1))).hasSize(2);
  }

  @Test
  default void theSameCommitAgainIsAConflictOnceAnotherFollowed() {
    committed(Change.create(1));
    var change = Change.step(1, 1);
    committed(change);
    var current = committed(Change.step(1, 2).attention());

    assertThat(commit(change)).isEqualTo(new VersionConflict(current));
  }

  @Test
  default void anotherCommitOverTheSameVersionIsAConflictInEveryOneOfItsParts() {
    committed(Change.create(1));
    var current =
        committed(
            Change.step(1, 1)
                .due(Samples.AT)
                .take(new Claim.OfResource("a"), Duration.ofDays(1))
                .add("x", 1, 5));

    for (var other :
        List.of(
            Change.step(1, 1)
                .due(Samples.AT)
                .take(new Claim.OfResource("a"), Duration.ofDays(1))
                .add("x", 2, 5),
            Change.step(1, 1)
                .due(Samples.AT)
                .take(new Claim.OfResource("a"), Duration.ofDays(1))
                .add("x", 1, 6),
            Change.step(1, 1)
                .due(Samples.AT)
                .take(new Claim.OfResource("a"), Duration.ofDays(2))
                .add("x", 1, 5),
            Change.step(1, 1).due(Samples.AT).release(new Claim.OfResource("a")).add("x", 1, 5),
            Change.step(1, 1)
                .due(null)
                .take(new Claim.OfResource("a"), Duration.ofDays(1))
                .add("x", 1, 5),
            Change.step(1, 1)
                .due(Samples.AT)
                .take(new Claim.OfResource("a"), Duration.ofDays(1))
                .add("x", 1, 5)
                .event(new Parked("", Samples.AT)))) {
      assertThat(commit(other)).isEqualTo(new VersionConflict(current));
    }
  }

  @Test
  default void theVersionIsLookedAtBeforeClaimsAndClaimsBeforeCounters() {
    var lock = new Claim.OfResource("lock");
    var holder = committed(Change.create(1).take(lock).add("calls", 1, 1));
    committed(Change.create(2));

    assertThat(commit(Change.create(1).take(lock).add("calls", 9, 1)))
        .isEqualTo(new VersionConflict(holder));
    assertThat(commit(Change.step(2, 1).take(lock).add("calls", 1, 1)))
        .isEqualTo(new ClaimHeld(lock, Change.id(1)));
    assertThat(commit(Change.step(2, 1).add("calls", 1, 1))).isEqualTo(new LimitReached("calls"));
  }

  @Test
  default void aRefusedCommitLeavesNothingBehind() {
    var free = new Claim.OfResource("free");
    committed(Change.create(1).add("full", 1, 1));

    assertThat(commit(Change.create(2).take(free).add("room", 1, 9).add("full", 1, 1)))
        .isEqualTo(new LimitReached("full"));

    assertThat(journal().find(Change.id(2))).isEmpty();
    assertThat(journal().history(Change.id(2))).isEmpty();
    assertThat(journal().holder(free)).isEmpty();
    assertThat(journal().counters(List.of("room", "full")))
        .isEqualTo(Map.of("room", 0L, "full", 1L));
  }
}
