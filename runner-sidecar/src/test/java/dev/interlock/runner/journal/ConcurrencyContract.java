package dev.interlock.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.CommitResult;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.LimitReached;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Claim;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// Sixty-four threads at once.
public interface ConcurrencyContract extends JournalUnderTest {
  int THREADS = 64;

  @Test
  default void ofManyWhoCreateUnderOneClaimExactlyOneDoes() throws Exception {
    for (int round = 0; round < 20; round++) {
      var claim = new Claim.OfResource("round " + round);
      int first = round * THREADS;
      var results = atOnce(thread -> () -> commit(Change.create(first + thread).take(claim)));

      var winners = results.stream().filter(Committed.class::isInstance).toList();
      assertThat(winners).hasSize(1);
      var winner = ((Committed) winners.getFirst()).snapshot().id();
      assertThat(journal().holder(claim)).contains(winner);
      assertThat(results.stream().filter(result -> !(result instanceof Committed)))
          .allMatch(result -> result.equals(new CommitResult.ClaimHeld(claim, winner)));
    }
  }

  @Test
  default void ofManyWhoCommitOverOneVersionExactlyOneDoes() throws Exception {
    committed(Change.create(1));
    for (int version = 1; version <= 20; version++) {
      int expected = version;
      var results =
          atOnce(
              thread -> () -> commit(Change.step(1, expected).due(Samples.AT.plusSeconds(thread))));

      assertThat(results.stream().filter(Committed.class::isInstance)).hasSize(1);
      assertThat(results.stream().filter(VersionConflict.class::isInstance)).hasSize(THREADS - 1);
    }
    assertThat(journal().history(Change.id(1))).hasSize(21);
  }

  @Test
  default void aLimitIsNeverOvershot() throws Exception {
    int each = 20;
    long limit = 777;
    var results =
        atOnce(thread ->
            () -> {
              int committed = 0;
              for (int i = 0; i < each; i++) {
                var result =
                    commit(Change.create(thread * each + i).add("spend", 1 + i % 3, limit));
                committed += result instanceof Committed ? 1 + i % 3 : 0;
                assertThat(result).isInstanceOfAny(Committed.class, LimitReached.class);
              }
              return committed;
            });

    long sum = results.stream().mapToLong(Integer::longValue).sum();
    assertThat(sum).isEqualTo(limit);
    assertThat(journal().counters(List.of("spend"))).containsEntry("spend", limit);
  }

  private static <T> List<T> atOnce(IntFunction<Callable<T>> work)
      throws InterruptedException, ExecutionException {
    var barrier = new CyclicBarrier(THREADS);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var futures = new ArrayList<Future<T>>();
      for (int thread = 0; thread < THREADS; thread++) {
        var task = work.apply(thread);
        futures.add(
            threads.submit(() -> {
              barrier.await();
              return task.call();
            }));
      }
      var results = new ArrayList<T>();
      for (var future : futures) {
        results.add(future.get());
      }
      return results;
    }
  }
}
