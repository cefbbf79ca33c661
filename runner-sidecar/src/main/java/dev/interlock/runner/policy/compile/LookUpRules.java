package dev.interlock.runner.policy.compile;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.policy.LookUpVerdict;
import dev.interlock.runner.policy.ReconcileRules;
import dev.interlock.runner.policy.expression.Bindings;
import dev.interlock.runner.policy.expression.EvaluationException;
import dev.interlock.runner.policy.expression.Expression;
import dev.interlock.runner.policy.template.RequestTemplate;
import dev.interlock.runner.policy.terms.ReconcileTerms.Meaning;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/// How an unknown outcome is looked up.
///
/// @param request asks
/// @param rules in order; the first whose condition holds decides
record LookUpRules(
    RequestTemplate request, List<Rule> rules, ReconcileRules schedule, int maxBody) {

  LookUpRules {
    rules = List.copyOf(rules);
  }

  /// What an answer means.
  ///
  /// @param result picks the result; absent for none
  record Rule(Expression when, Meaning outcome, @Nullable Expression result) {}

  /// What cannot be evaluated leaves the outcome unknown: a later rule is not asked, because it was
  /// written for answers that the earlier one does not match.
  LookUpVerdict judge(int status, Map<String, List<String>> headers, byte[] body) {
    var answer = Bindings.ofResponse(status, headers, parse(body));
    for (var rule : rules) {
      try {
        if (rule.when().holds(answer)) {
          return verdict(rule, status, answer);
        }
      } catch (EvaluationException e) {
        return new LookUpVerdict.StillUnknown(
            "status %d: %s cannot be evaluated: %s"
                .formatted(status, rule.when().source(), e.reason()));
      }
    }
    return new LookUpVerdict.StillUnknown("status %d: no rule matches".formatted(status));
  }

  private static LookUpVerdict verdict(Rule rule, int status, Bindings answer)
      throws EvaluationException {
    return switch (rule.outcome()) {
      case SUCCEEDED ->
          new LookUpVerdict.Succeeded(
              rule.result() == null ? null : CanonicalJson.write(rule.result().json(answer)));
      case NOT_EXECUTED -> new LookUpVerdict.NotExecuted();
      case FAILED ->
          new LookUpVerdict.Failed("status %d: %s".formatted(status, rule.when().source()));
    };
  }

  /// JSON where it is JSON, else its text.
  private JsonNode parse(byte[] body) {
    if (body.length == 0) {
      return MissingNode.getInstance();
    }
    return switch (StrictJson.parse(body, JsonLimits.DEFAULT.withMaxBytes(maxBody))) {
      case Parsed parsed -> parsed.value();
      case Malformed _ ->
          JsonNodeFactory.instance.stringNode(new String(body, StandardCharsets.UTF_8));
    };
  }
}
