package dev.interlock.runner.telemetry;

import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import org.jspecify.annotations.Nullable;

/// How outcomes are called where operators see them: by the names that agents get.
final class Outcomes {
  private Outcomes() {}

  static String name(ToolOutcome.Final outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded _ -> "succeeded";
      case ToolOutcome.Rejected _ -> "rejected";
      case ToolOutcome.FailedPermanent _ -> "failed_permanent";
      case ToolOutcome.BudgetExhausted _ -> "budget_exhausted";
    };
  }

  /// Why; absent for a success whose result is shown.
  static @Nullable ToolErrorCode code(ToolOutcome.Final outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded succeeded -> succeeded.withheld();
      case ToolOutcome.Rejected(var code, _) -> code;
      case ToolOutcome.FailedPermanent(var code, _) -> code;
      case ToolOutcome.BudgetExhausted(var code, _) -> code;
    };
  }
}
