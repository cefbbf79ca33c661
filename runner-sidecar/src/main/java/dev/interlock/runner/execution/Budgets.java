package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.RunCounters;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.Transition.CounterAdd;
import dev.interlock.runner.policy.ToolContract;
import java.util.ArrayList;
import java.util.List;

/// What a new operation counts in its run: in the same commit that creates it, so that parallel
/// calls cannot overshoot. Turns, tool calls, time and spend are separate; the first to be reached
/// stops.
final class Budgets {
  private Budgets() {}

  /// The additions of an operation that is to be executed.
  static List<CounterAdd> of(ToolContract contract, Call call, RunBudget budget) {
    var run = call.runId();
    var counters = new ArrayList<>(ofRefused(run, budget));
    var ownLimit = budget.perTool().get(contract.tool());
    if (ownLimit != null) {
      counters.add(new CounterAdd(RunCounters.perTool(run, contract.tool()), 1, ownLimit));
    }
    if (contract.costPerCallMicros() > 0 || budget.maxSpend() != Long.MAX_VALUE) {
      counters.add(
          new CounterAdd(RunCounters.spend(run), contract.costPerCallMicros(), budget.maxSpend()));
    }
    return counters;
  }

  /// The additions of an operation that is refused: it is a tool call all the same.
  static List<CounterAdd> ofRefused(RunId run, RunBudget budget) {
    return List.of(
        isOpen(run), new CounterAdd(RunCounters.toolCalls(run), 1, budget.maxToolCalls()));
  }

  /// Adds nothing, and fails once the run is closed.
  static CounterAdd isOpen(RunId run) {
    return new CounterAdd(RunCounters.closed(run), 0, 0);
  }

  /// Which budget a counter belongs to.
  static ToolErrorCode codeOf(RunId run, String counter) {
    if (counter.equals(RunCounters.spend(run))) {
      return ToolErrorCode.SPEND_BUDGET;
    }
    return counter.equals(RunCounters.turns(run))
        ? ToolErrorCode.TURN_BUDGET
        : ToolErrorCode.TOOL_CALL_BUDGET;
  }
}
