package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.BackoffSpec;
import dev.interlock.crd.v1alpha1.ReconcileSpec;
import dev.interlock.crd.v1alpha1.ResultSpec;
import dev.interlock.runner.policy.ReconcileRules;
import dev.interlock.runner.policy.terms.ReconcileTerms;
import dev.interlock.runner.policy.terms.ReconcileTerms.Meaning;
import dev.interlock.runner.policy.terms.ReconcileTerms.Rule;
import dev.interlock.runner.policy.terms.ResultTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads `spec.reconcile` and `spec.result`: how an outcome is found out, and what of it is shown.
record OutcomeReader(SpecContext context) {
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final int DEFAULT_RESULT = 16 << 10;

  @Nullable ReconcileTerms reconcile(@Nullable ReconcileSpec spec) {
    if (spec == null) {
      return null;
    }
    var rules = rules(spec.rules() == null ? List.of() : spec.rules());
    var schedule = schedule(spec);
    if (spec.http() != null && spec.mcp() == null) {
      var request = new RequestReader(context, "spec.reconcile.http", true).read(spec.http());
      return new ReconcileTerms(request, rules, schedule);
    }
    if (spec.mcp() != null) {
      context.reject(
          "spec.reconcile.mcp", "is not supported by this version: write reconcile.http");
    } else {
      context.rejectUnlessBroken(
          "spec.reconcile", "needs a request that asks: write reconcile.http");
    }
    return null;
  }

  private List<Rule> rules(List<ReconcileSpec.Rule> given) {
    var rules = new ArrayList<Rule>();
    for (int i = 0; i < given.size(); i++) {
      var rule = given.get(i);
      if (rule.when() == null || rule.outcome() == null) {
        continue;
      }
      if (rule.result() != null && rule.outcome() != ReconcileSpec.Outcome.SUCCEEDED) {
        context.reject(
            "spec.reconcile.rules[" + i + "].result", "belongs to outcome: Succeeded: remove it");
      }
      rules.add(new Rule(rule.when(), meaning(rule.outcome()), rule.result()));
    }
    if (rules.stream().noneMatch(rule -> rule.outcome() == Meaning.SUCCEEDED)) {
      context.rejectUnlessBroken(
          "spec.reconcile.rules",
          "can never say that the operation succeeded: add a rule with outcome: Succeeded");
    }
    return rules;
  }

  private static Meaning meaning(ReconcileSpec.Outcome outcome) {
    return switch (outcome) {
      case SUCCEEDED -> Meaning.SUCCEEDED;
      case NOT_EXECUTED -> Meaning.NOT_EXECUTED;
      case FAILED -> Meaning.FAILED;
    };
  }

  private ReconcileRules schedule(ReconcileSpec spec) {
    var at = "spec.reconcile.";
    var values = context.values();
    var given = spec.backoff() == null ? new BackoffSpec(null, null, null) : spec.backoff();
    if (given.throttled() != null) {
      context.reject(at + "backoff.throttled", "has no meaning for look-ups: remove it");
    }
    var max =
        values.duration(at + "backoff.max", given.max(), Duration.ofMinutes(1), MILLISECOND, DAY);
    var initial =
        values.duration(
            at + "backoff.initial",
            given.initial(),
            max.compareTo(Duration.ofSeconds(1)) < 0 ? max : Duration.ofSeconds(1),
            MILLISECOND,
            DAY);
    var deadline =
        values.duration(
            at + "deadline",
            spec.deadline(),
            Duration.ofHours(1),
            MILLISECOND,
            DAY.multipliedBy(365));
    var settle =
        values.duration(
            at + "settleAfter",
            spec.settleAfter(),
            deadline.compareTo(Duration.ofSeconds(10)) < 0 ? deadline : Duration.ofSeconds(10),
            Duration.ZERO,
            DAY.multipliedBy(30));
    var order = new ExecutionReader(context);
    order.requireOrder(at + "backoff.initial", initial, at + "backoff.max", max);
    order.requireOrder(at + "settleAfter", settle, at + "deadline", deadline);
    return new ReconcileRules(settle, initial, max, deadline);
  }

  ResultTerms result(@Nullable ResultSpec spec) {
    var given = spec == null ? new ResultSpec(null, null, null) : spec;
    var values = context.values();
    return new ResultTerms(
        values.pointers("spec.result.expose", given.expose()),
        values.bytes("spec.result.maxBytes", given.maxBytes(), DEFAULT_RESULT, 256, 1 << 20),
        values.pointers("spec.result.redact", given.redact()));
  }
}
