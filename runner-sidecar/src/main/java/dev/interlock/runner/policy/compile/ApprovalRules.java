package dev.interlock.runner.policy.compile;

import dev.interlock.runner.policy.Approvals;
import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.expression.Bindings;
import dev.interlock.runner.policy.expression.EvaluationException;
import dev.interlock.runner.policy.expression.Expression;
import dev.interlock.runner.policy.terms.ApprovalTerms;
import org.jspecify.annotations.Nullable;

/// Whether people have to say yes, and what they are told.
///
/// @param when absent unless the mode is `WHEN`
record ApprovalRules(ApprovalTerms terms, @Nullable Expression when, InputView view) {

  /// What cannot be evaluated asks a person.
  Approvals judge(Facts facts) {
    return switch (terms.mode()) {
      case NEVER -> new Approvals.NotNeeded("the policy asks nobody");
      case ALWAYS -> needed(facts);
      case WHEN -> when == null ? needed(facts) : whenItHolds(when, facts);
    };
  }

  private Approvals whenItHolds(Expression condition, Facts facts) {
    try {
      return condition.holds(Bindings.of(facts))
          ? needed(facts)
          : new Approvals.NotNeeded(condition.source() + " does not hold");
    } catch (EvaluationException _) {
      return needed(facts);
    }
  }

  private Approvals needed(Facts facts) {
    return new Approvals.Needed(
        view.summary(facts.input()),
        terms.required(),
        terms.users(),
        terms.groups(),
        terms.expiresAfter());
  }
}
