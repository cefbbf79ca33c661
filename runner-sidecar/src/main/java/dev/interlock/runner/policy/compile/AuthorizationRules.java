package dev.interlock.runner.policy.compile;

import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.Verdict;
import dev.interlock.runner.policy.expression.Bindings;
import dev.interlock.runner.policy.expression.EvaluationException;
import dev.interlock.runner.policy.expression.Expression;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// On whose authority the tool may be used.
///
/// @param rules all must hold
record AuthorizationRules(List<Rule> rules) {
  private static final String DEFAULT_MESSAGE = "The policy does not allow this call.";

  AuthorizationRules {
    rules = List.copyOf(rules);
  }

  /// One condition.
  ///
  /// @param message for the model; absent for a general one
  record Rule(Expression condition, @Nullable String message) {
    String messageForModel() {
      return message == null ? DEFAULT_MESSAGE : message;
    }
  }

  /// What cannot be evaluated denies.
  Verdict judge(Facts facts) {
    var bindings = Bindings.of(facts);
    for (var rule : rules) {
      try {
        if (!rule.condition().holds(bindings)) {
          return new Verdict.Denied(rule.condition().source(), rule.messageForModel());
        }
      } catch (EvaluationException e) {
        return new Verdict.Denied(
            "%s (cannot be evaluated: %s)".formatted(rule.condition().source(), e.reason()),
            rule.messageForModel());
      }
    }
    return new Verdict.Allowed(
        rules.isEmpty()
            ? "every agent that the policy selects"
            : rules.stream().map(r -> r.condition().source()).collect(Collectors.joining(" && ")));
  }
}
