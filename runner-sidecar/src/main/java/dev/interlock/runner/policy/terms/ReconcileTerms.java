package dev.interlock.runner.policy.terms;

import dev.interlock.runner.policy.ReconcileRules;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How an unknown outcome is looked up.
///
/// @param rules in order; the first whose condition holds decides
public record ReconcileTerms(RequestTerms request, List<Rule> rules, ReconcileRules schedule) {
  public ReconcileTerms {
    rules = List.copyOf(rules);
  }

  /// What an answer means.
  ///
  /// @param when CEL condition over the answer
  /// @param result CEL for the result in it; absent for none
  public record Rule(String when, Meaning outcome, @Nullable String result) {}

  /// What a rule concludes.
  public enum Meaning {
    /// The effect exists.
    SUCCEEDED,
    /// It does not.
    NOT_EXECUTED,
    /// The upstream decided against it for good.
    FAILED
  }
}
