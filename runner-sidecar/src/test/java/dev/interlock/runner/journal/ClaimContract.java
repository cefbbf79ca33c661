package dev.interlock.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.CommitResult.ClaimHeld;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Gone;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.RunId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Claims, and how long they and their holders are kept.
public interface ClaimContract extends JournalUnderTest {
  Claim LOCK = new Claim.OfResource("account/7");
  Claim OTHER = new Claim.OfCall(new RunId("r:é𝄞"), new CallId("c"));
  Duration HOUR = Duration.ofHours(1);

  @Test
  default void oneOperationHoldsAClaimUntilItGivesItBack() {
    committed(Change.create(1).take(LOCK).take(OTHER));
    committed(Change.create(2));

    assertThat(journal().holder(LOCK)).contains(Change.id(1));
    assertThat(commit(Change.step(2, 1).take(LOCK))).isEqualTo(new ClaimHeld(LOCK, Change.id(1)));

    committed(Change.step(1, 1).release(LOCK));
    assertThat(journal().holder(LOCK)).isEmpty();
    assertThat(journal().holder(OTHER)).contains(Change.id(1));
    committed(Change.step(2, 1).take(LOCK));
    assertThat(journal().holder(LOCK)).contains(Change.id(2));
  }

  @Test
  default void takingWhatOneHoldsIsFine() {
    committed(Change.create(1).take(LOCK));

    assertThat(commit(Change.step(1, 1).take(LOCK).take(LOCK))).isInstanceOf(Committed.class);
  }

  @Test
  default void givingBackWhatAnotherHoldsDoesNothing() {
    committed(Change.create(1).take(LOCK));
    committed(Change.create(2).release(LOCK).release(OTHER));

    assertThat(journal().holder(LOCK)).contains(Change.id(1));
    assertThat(commit(Change.create(3).take(LOCK))).isEqualTo(new ClaimHeld(LOCK, Change.id(1)));
  }

  @Test
  default void anUnresolvedHolderNeverLosesItsClaim() {
    committed(Change.create(1).take(LOCK, HOUR));
    clock().advance(Duration.ofDays(1000));

    assertThat(journal().holder(LOCK)).contains(Change.id(1));
    assertThat(commit(Change.create(2).take(LOCK))).isEqualTo(new ClaimHeld(LOCK, Change.id(1)));
  }

  @Test
  default void aTerminalHolderLosesItsClaimAfterItsTime() {
    committed(Change.create(1).take(LOCK, HOUR));
    committed(Change.end(1, 1));
    clock().advance(HOUR.minusNanos(1));
    assertThat(commit(Change.create(2).take(LOCK))).isEqualTo(new ClaimHeld(LOCK, Change.id(1)));

    clock().advance(Duration.ofNanos(1));
    assertThat(journal().holder(LOCK)).isEmpty();
    committed(Change.create(2).take(LOCK));
    assertThat(journal().holder(LOCK)).contains(Change.id(2));
  }

  @Test
  default void theTimeCountsFromTheCommitThatTookTheClaimLast() {
    committed(Change.create(1).take(LOCK, HOUR));
    clock().advance(HOUR);
    committed(Change.end(1, 1).take(LOCK, HOUR));

    assertThat(journal().holder(LOCK)).contains(Change.id(1));
    clock().advance(HOUR);
    assertThat(journal().holder(LOCK)).isEmpty();
  }

  @Test
  default void aTerminalHolderKeepsAClaimWithoutATimeUntilItIsPurged() {
    committed(Change.create(1).take(LOCK));
    committed(Change.end(1, 1));
    clock().advance(Change.RETENTION.minusNanos(1));
    assertThat(commit(Change.create(2).take(LOCK))).isEqualTo(new ClaimHeld(LOCK, Change.id(1)));

    clock().advance(Duration.ofNanos(1));
    assertThat(journal().holder(LOCK)).isEmpty();
    committed(Change.create(2).take(LOCK));
  }

  @Test
  default void whatWasLostToAnotherStaysTheOthersWhenTheFirstIsPurged() {
    committed(Change.create(1).take(LOCK, HOUR));
    committed(Change.end(1, 1));
    clock().advance(HOUR);
    committed(Change.create(2).take(LOCK));
    clock().advance(Change.RETENTION);
    committed(Change.create(3));

    assertThat(journal().find(Change.id(1))).isEmpty();
    assertThat(journal().holder(LOCK)).contains(Change.id(2));
  }

  @Test
  default void aTerminalOperationIsGoneAfterItsRetentionCountedFromItsLastCommit() {
    committed(Change.create(1));
    committed(Change.end(1, 1));
    clock().advance(HOUR);
    var last = committed(Change.end(1, 2));
    clock().advance(Change.RETENTION.minusNanos(1));
    assertThat(journal().find(Change.id(1))).contains(last);
    assertThat(journal().history(Change.id(1))).hasSize(3);

    clock().advance(Duration.ofNanos(1));
    assertThat(journal().find(Change.id(1))).isEmpty();
    assertThat(journal().history(Change.id(1))).isEmpty();
    assertThat(commit(Change.end(1, 3))).isEqualTo(new Gone());
  }

  @Test
  default void aTerminalOperationIsKeptAsLongAsItsClaims() {
    committed(Change.create(1).take(LOCK, Change.RETENTION.plus(HOUR)));
    committed(Change.end(1, 1));
    clock().advance(Change.RETENTION);
    assertThat(journal().find(Change.id(1))).isPresent();
    assertThat(commit(Change.create(2).take(LOCK))).isEqualTo(new ClaimHeld(LOCK, Change.id(1)));

    clock().advance(HOUR);
    assertThat(journal().find(Change.id(1))).isEmpty();
  }

  @Test
  default void anUnresolvedOperationIsNeverPurged() {
    var created = committed(Change.create(1));
    clock().advance(Duration.ofDays(100_000));
    committed(Change.create(2));

    assertThat(journal().find(Change.id(1))).contains(created);
  }

  @Test
  default void whatIsGoneCanBeCreatedAnewWithAHistoryOfItsOwn() {
    committed(Change.create(1));
    committed(Change.end(1, 1));
    clock().advance(Change.RETENTION);

    assertThat(committed(Change.create(1)).version()).isEqualTo(1);
    assertThat(journal().history(Change.id(1))).hasSize(1);
  }
}
