package dev.interlock.runner.policy.expression;

import dev.cel.common.ast.CelExpr;
import dev.cel.common.exceptions.CelIterationLimitExceededException;
import dev.cel.runtime.CelEvaluationListener;

/// Counts what one evaluation costs: a unit for every evaluated part, and one for every 64
/// characters that it has to look at. For one evaluation on one thread.
final class CostLimit implements CelEvaluationListener {
  private static final int MAX = 100_000;
  private static final int CHARACTERS_PER_UNIT = 64;

  private int spent;

  @Override
  public void callback(CelExpr part, Object value) {
    spent += value instanceof String text ? 1 + text.length() / CHARACTERS_PER_UNIT : 1;
    if (spent > MAX) {
      throw new CelIterationLimitExceededException(MAX);
    }
  }
}
