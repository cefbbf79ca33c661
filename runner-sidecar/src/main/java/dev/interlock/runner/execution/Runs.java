package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.RunCounters;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.Transition.CounterAdd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs: agent sessions with their budgets. Blocking, from virtual threads.
public final class Runs {
  private static final int REMEMBERED = 10_000;
  private static final int LISTED = 10_000;

  private final Ports ports;
  private final Cancelling cancelling;
  private final Map<RunId, Run> opened =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RunId, Run> eldest) {
          return size() > REMEMBERED;
        }
      };

  Runs(Ports ports, Cancelling cancelling) {
    this.ports = ports;
    this.cancelling = cancelling;
  }

  /// Opens the run, or returns it as it is when it was opened before.
  ///
  /// @param asked tighter numbers than the namespace's; looser ones have no effect
  public Run open(RunId id, @Nullable EndUser user, RunBudget asked) {
    synchronized (opened) {
      var known = opened.get(id);
      if (known != null) {
        return known;
      }
    }
    var run = ports.journal().openRun(new Run(id, ports.journal().now(), user, asked, false));
    synchronized (opened) {
      opened.put(id, run);
    }
    return run;
  }

  /// The run, if it was ever opened.
  public Optional<Run> find(RunId id) {
    return ports.journal().findRun(id);
  }

  /// Counts one model turn and its cost; the same turn number is counted once however often it is
  /// told.
  ///
  /// @param turn the turn's number, from 1
  /// @param costMicros what the model response cost, in micro-units, at least 0
  /// @return empty when the run may go on, otherwise the budget that is used up
  public Optional<ToolErrorCode> countTurn(Run run, Agent agent, int turn, long costMicros) {
    var budget = budgetOf(run, agent);
    var max = budget.maxDuration();
    if (max != null && ports.journal().now().isAfter(run.openedAt().plus(max))) {
      return Optional.of(ToolErrorCode.TIME_BUDGET);
    }
    var additions =
        List.of(
            Budgets.isOpen(run.id()),
            new CounterAdd(RunCounters.turns(run.id()), 1, budget.maxTurns()),
            new CounterAdd(RunCounters.spend(run.id()), costMicros, budget.maxSpend()));
    return ports
        .journal()
        .count("turn/%d/%s/%d".formatted(run.id().value().length(), run.id(), turn), additions)
        .map(counter ->
            counter.equals(RunCounters.closed(run.id()))
                ? ToolErrorCode.CANCELLED
                : Budgets.codeOf(run.id(), counter));
  }

  /// Closes the run: cancels what waits; late results are recorded but not handed on.
  public void close(RunId id) {
    ports.journal().closeRun(id);
    synchronized (opened) {
      opened.remove(id);
    }
    ports.journal().list(Journal.Filter.UNRESOLVED, LISTED).stream()
        .filter(snapshot -> runOf(snapshot.state()).equals(id))
        .forEach(snapshot -> cancelling.cancel(snapshot.id(), "run closed"));
  }

  /// The tightest of the namespace's budgets and what the agent asked for.
  RunBudget budgetOf(Run run, Agent agent) {
    return ports.policies().get().budgetFor(agent).tightest(run.budget());
  }

  private static RunId runOf(Operation state) {
    return state.basis().proposal().call().runId();
  }
}
