package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.ToolErrorCode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Runs: agent sessions with their budgets. Blocking, from virtual threads.
@SuppressWarnings("DoNotCallSuggester")
public final class Runs {

  /// Opens the run, or returns it as it is when it was opened before.
  ///
  /// @param asked tighter numbers than the namespace's; looser ones have no effect
  public Run open(RunId id, @Nullable EndUser user, RunBudget asked) {
    throw new UnsupportedOperationException("not wired yet");
  }

  /// The run, if it was ever opened.
  public Optional<Run> find(RunId id) {
    throw new UnsupportedOperationException("not wired yet");
  }

  /// Counts one model turn and its cost; the same turn number is counted once however often it is
  /// told.
  ///
  /// @param turn the turn's number, from 1
  /// @param costMicros what the model response cost, in micro-units, at least 0
  /// @return empty when the run may go on, otherwise the budget that is used up
  public Optional<ToolErrorCode> countTurn(Run run, Agent agent, int turn, long costMicros) {
    throw new UnsupportedOperationException("not wired yet");
  }

  /// Closes the run: cancels what waits; late results are recorded but not handed on.
  public void close(RunId id) {
    throw new UnsupportedOperationException("not wired yet");
  }
}
