package dev.interlock.runner.operation;

import dev.interlock.runner.operation.Transition.ClaimChange;
import dev.interlock.runner.operation.Transition.CounterAdd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Transitions that forget what belongs to them.
final class WrongPlans {
  private WrongPlans() {}

  static List<ClaimChange> locks(@Nullable Operation before, Operation next) {
    return List.of();
  }

  static List<CounterAdd> inFlight(@Nullable Operation before, Operation next) {
    return List.of();
  }

  static List<CounterAdd> spend(Operation before, Operation next) {
    return List.of();
  }
}
