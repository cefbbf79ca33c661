package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.Transition.CounterAdd;
import dev.interlock.runner.policy.ToolContract;
import java.util.List;

/// Budgets that are counted elsewhere, or never.
final class WrongBudgets {
  private WrongBudgets() {}

  static List<CounterAdd> of(ToolContract contract, Call call, RunBudget budget) {
    return List.of();
  }
}
