package dev.interlock.runner.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.policy.RetryRules.RetryBudget;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RetryBudgetsTest {
  private static final RetryBudget RULES = new RetryBudget(500, 14, 5);

  private final RetryBudgets budgets = new RetryBudgets();

  @Test
  void retriesAreRefusedOnceTheTokensAreSpent() {
    var rules = new RetryBudget(10, 5, 1);

    assertThat(budgets.take("a", rules, false)).isTrue();
    assertThat(budgets.take("a", rules, false)).isTrue();
    assertThat(budgets.take("a", rules, false)).isFalse();
  }

  @Test
  void aRefusedRetryCostsNothing() {
    var rules = new RetryBudget(10, 6, 4);

    assertThat(budgets.take("a", rules, false)).isTrue();
    assertThat(budgets.take("a", rules, false)).isFalse();
    assertThat(budgets.take("a", rules, true)).as("the four tokens that are left").isTrue();
    assertThat(budgets.take("a", rules, true)).isFalse();
  }

  @Test
  void eachUpstreamHasItsOwnBucket() {
    var rules = new RetryBudget(5, 5, 5);

    assertThat(budgets.take("a", rules, false)).isTrue();
    assertThat(budgets.take("a", rules, false)).isFalse();
    assertThat(budgets.take("b", rules, false)).isTrue();
  }

  @Test
  void aSuccessAfterARetryGivesBackWhatTheRetryCost() {
    var rules = new RetryBudget(5, 5, 5);
    budgets.take("a", rules, false);

    budgets.refund("a", rules, true);

    assertThat(budgets.take("a", rules, false)).isTrue();
  }

  @Test
  void aSuccessWithoutARetryGivesBackOneToken() {
    var rules = new RetryBudget(5, 5, 5);
    budgets.take("a", rules, false);

    for (int successes = 0; successes < 4; successes++) {
      budgets.refund("a", rules, false);
      assertThat(budgets.take("a", rules, false)).as("after %d", successes + 1).isFalse();
    }
    budgets.refund("a", rules, false);

    assertThat(budgets.take("a", rules, false)).isTrue();
  }

  @Test
  void successesNeverFillTheBucketBeyondItsSize() {
    var rules = new RetryBudget(5, 5, 5);
    IntStream.range(0, 100).forEach(_ -> budgets.refund("a", rules, true));

    assertThat(budgets.take("a", rules, false)).isTrue();
    assertThat(budgets.take("a", rules, false)).isFalse();
  }

  @Property(tries = 200)
  void whateverHappensSpentTokensAreNeverMoreThanThereAre(@ForAll List<Boolean> retries) {
    var upstream = new RetryBudgets();
    int spent = 0;
    for (boolean isRetry : retries) {
      if (!isRetry) {
        upstream.refund("a", RULES, false);
        spent = Math.max(0, spent - 1);
      } else if (upstream.take("a", RULES, false)) {
        spent += RULES.cost();
        assertThat(spent).isLessThanOrEqualTo(RULES.tokens());
      } else {
        assertThat(spent + RULES.cost()).isGreaterThan(RULES.tokens());
      }
    }
  }

  @Test
  void parallelRetriesCannotOverdraw() throws Exception {
    var rules = new RetryBudget(1_000, 7, 7);

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var granted =
          IntStream.range(0, 1_000)
              .mapToObj(_ -> threads.submit(() -> budgets.take("a", rules, false)))
              .toList();
      int count = 0;
      for (var answer : granted) {
        count += answer.get() ? 1 : 0;
      }
      assertThat(count).isEqualTo(1_000 / 7);
    }
  }
}
