package dev.interlock.runner.simulation;

import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.OutcomeReconciled;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Transitions;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What schedules took: transitions of the state machine, rows of the outcome table, and pairs of
/// steps of which the second came at most ten seconds after the first. Not safe for threads.
final class Coverage {
  private static final long TOGETHER = Duration.ofSeconds(10).toNanos();

  private final Map<String, Integer> transitions = new TreeMap<>();
  private final Map<String, Integer> outcomes = new TreeMap<>();
  private final Map<String, Integer> pairs = new TreeMap<>();
  private final Map<Step, Long> last = new EnumMap<>(Step.class);

  /// Transitions as docs/state-machine.md writes them, `state | event`, and how often each was
  /// taken.
  Map<String, Integer> transitions() {
    return transitions;
  }

  /// Rows of the outcome table and their column, and how often an attempt got each.
  Map<String, Integer> outcomes() {
    return outcomes;
  }

  /// Pairs of steps, `FIRST then SECOND`, and how often they came so.
  Map<String, Integer> pairs() {
    return pairs;
  }

  /// Something happened at this virtual time.
  void step(Step step, long now) {
    for (var earlier : Step.values()) {
      if (now - last.getOrDefault(earlier, Long.MIN_VALUE / 2) <= TOGETHER) {
        count(pairs, pair(earlier, step));
      }
    }
    last.put(step, now);
  }

  static String pair(Step first, Step second) {
    return first + " then " + second;
  }

  /// An attempt got this row.
  void outcome(String row, String column) {
    count(outcomes, row + " | " + column);
  }

  /// The whole history of an operation.
  void history(List<JournaledEvent> history) {
    var state = Transitions.begin((CallProposed) history.getFirst().event());
    for (var entry : history.subList(1, history.size())) {
      var next = Transitions.apply(state, entry.event());
      if (!next.equals(state)) {
        count(transitions, name(state) + " | " + name(entry.event()));
      }
      state = next;
    }
  }

  private static String name(Operation state) {
    return switch (state) {
      case AwaitingApproval awaiting when awaiting.isApproved() -> "awaiting_approval (approved)";
      case Executing executing when executing.phase() instanceof InFlight ->
          "executing (in flight)";
      case Executing executing when executing.mayHaveEffect() -> "executing (may have effect)";
      case Executing _ -> "executing (backing off)";
      default -> state.stateName();
    };
  }

  private static String name(OperationEvent event) {
    var type = event.getClass().getSimpleName();
    return switch (event) {
      case AttemptStarted started -> type + (started.attempt() == 1 ? " 1" : " 2");
      case OutcomeRecorded recorded -> type + " " + name(recorded.outcome());
      case OutcomeReconciled reconciled -> type + " " + reconciled.found();
      default -> type;
    };
  }

  private static String name(ToolOutcome.Final outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded _ -> "succeeded";
      case ToolOutcome.Rejected _ -> "rejected";
      case ToolOutcome.FailedPermanent _ -> "failed_permanent";
      case ToolOutcome.BudgetExhausted _ -> "budget_exhausted";
    };
  }

  private static void count(Map<String, Integer> map, String key) {
    map.merge(key, 1, Integer::sum);
  }

  /// Adds what another schedule took.
  void add(Coverage other) {
    other.transitions.forEach((key, times) -> transitions.merge(key, times, Integer::sum));
    other.outcomes.forEach((key, times) -> outcomes.merge(key, times, Integer::sum));
    other.pairs.forEach((key, times) -> pairs.merge(key, times, Integer::sum));
  }
}
