package dev.interlock.runner.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// The simulation is worth something only if it catches wrong rules: each of these is caught within
/// 2,000 schedules.
class MutationsTest {
  private static final int SCHEDULES = 2_000;

  static final List<Mutation> MUTATIONS =
      List.of(
          Mutation.of("an unkeyed write is sent again")
              .returns("outcome.Promises", "isUnkeyedWrite", 0)
              .returns("outcome.Promises", "keyed", 1),
          Mutation.of("a time-out is taken for nothing sent")
              .does("outcome.OutcomeClassification", "ambiguous", "outcome.WrongOutcomes"),
          Mutation.of("500 and 503 are taken for certain")
              .does("outcome.Promises", "refusedBefore", "outcome.WrongOutcomes"),
          Mutation.of("a success is taken for a failure")
              .does("outcome.OutcomeClassification", "ofSuccess", "outcome.WrongOutcomes"),
          Mutation.of("what a dead owner left in flight is taken for never sent")
              .does("outcome.OutcomeClassification", "classify", "outcome.WrongOutcomes"),
          Mutation.of("the last answer is trusted, earlier ambiguity forgotten")
              .returns("operation.Operation$Executing", "mayHaveEffect", 0),
          Mutation.of("used-up attempts are exhaustion, whatever may have happened")
              .does(
                  "execution.RetryDecision", "afterRetryable", "execution.WrongExecution$Exhausts"),
          Mutation.of("a cancelled attempt is taken for one without effect")
              .does(
                  "execution.RetryDecision",
                  "afterRetryable",
                  "execution.WrongExecution$CancelsLightly"),
          Mutation.of("attempts are not counted")
              .returns("operation.ExecutionLimits", "maxAttempts", 99),
          Mutation.of("a key is trusted past its retention")
              .returnsNull("execution.Conclusions", "keyValidUntil"),
          Mutation.of("an effect is sent again under other rules")
              .returns("execution.Conclusions", "isSamePolicy", 1),
          Mutation.of("a key is renewed for each attempt")
              .does("policy.RequestFacts", "key", "policy.WrongFacts"),
          Mutation.of("the input changes between attempts")
              .does("policy.RequestFacts", "canonicalInput", "policy.WrongFacts"),
          Mutation.of("an attempt is sent before it is journaled")
              .does("journal.StoredJournal", "commit", "journal.WrongJournal"),
          Mutation.of("a commit is applied whatever version and epoch it expects")
              .does("journal.table.CommitRules", "answerToVersion", "journal.table.WrongRules"),
          Mutation.of("claims are not checked")
              .returnsNull("journal.table.CommitRules", "answerToClaims"),
          Mutation.of("limits of counters are not checked")
              .returnsNull("journal.table.CommitRules", "answerToCounters"),
          Mutation.of("spend is never given back")
              .does("operation.TransitionPlan", "spend", "operation.WrongPlans"),
          Mutation.of("budgets are not counted with the creation")
              .does("execution.Budgets", "of", "execution.WrongBudgets"),
          Mutation.of("no lock is taken for a resource")
              .does("operation.TransitionPlan", "locks", "operation.WrongPlans"),
          Mutation.of("places in flight are not counted")
              .does("operation.TransitionPlan", "inFlight", "operation.WrongPlans"),
          Mutation.of("nothing is scheduled").returnsNull("operation.TransitionPlan", "due"),
          Mutation.of("people are not told").returns("operation.TransitionPlan", "needsPerson", 0),
          Mutation.of("\"not executed\" counts at once")
              .does(
                  "execution.OutcomeReconciliation",
                  "notExecuted",
                  "execution.WrongExecution$DoesNotSettle"),
          Mutation.of("one approval is enough")
              .does(
                  "operation.Operation$AwaitingApproval",
                  "isApproved",
                  "operation.WrongApprovals$OneIsEnough"),
          Mutation.of("a no is not heard")
              .does(
                  "operation.Operation$AwaitingApproval",
                  "isApproved",
                  "operation.WrongApprovals$DeafToNo")
              .returns("operation.Operation$AwaitingApproval", "isDenied", 0),
          Mutation.of("one person approves twice")
              .does("execution.Approving", "check", "execution.WrongExecution")
              .returns("operation.Transitions", "mayDecide", 1),
          Mutation.of("an approval counts after it expired")
              .does("execution.Approving", "check", "execution.WrongExecution"),
          Mutation.of("the rules are not asked again when execution starts")
              .does("execution.Starting", "begin", "execution.WrongExecution"),
          Mutation.of("an approval counts under another policy")
              .does("execution.Starting", "approvalMissing", "execution.WrongExecution"),
          Mutation.of("nobody takes over").returns("execution.Recovery", "claim", 0),
          Mutation.of("a creation whose answer was lost is left to its fate")
              .does("execution.UndoableCommit", "commit", "execution.WrongExecution"),
          Mutation.of("a paused instance sends after its lease")
              .returns("execution.Lease", "maySend", 1)
              .returns("execution.Lease", "covers", 1));

  @ParameterizedTest(name = "{0}")
  @FieldSource("MUTATIONS")
  void isCaught(Mutation mutation) throws Exception {
    var loader = new MutantLoader(mutation, getClass().getClassLoader());
    int caught;
    // On a virtual thread, where handing the turn over is cheap.
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Integer> search = () -> firstCaught(loader);
      caught = threads.submit(search).get();
    }
    assertThat(loader.missing()).as("methods that no longer exist").isEmpty();
    assertThat(caught).as("no schedule of %d catches this", SCHEDULES).isNotNegative();
    System.out.printf("caught by schedule %d: %s%n", caught, mutation);
  }

  /// The first seed whose schedule fails; -1 when none does.
  private static int firstCaught(MutantLoader loader) throws ReflectiveOperationException {
    var schedule =
        loader
            .loadClass("dev.interlock.runner.simulation.Schedule")
            .getDeclaredConstructor(long.class);
    schedule.setAccessible(true);
    var run = schedule.getDeclaringClass().getDeclaredMethod("run");
    run.setAccessible(true);
    for (int seed = 0; seed < SCHEDULES; seed++) {
      try {
        run.invoke(schedule.newInstance((long) seed));
      } catch (InvocationTargetException e) {
        return seed;
      }
    }
    return -1;
  }
}
