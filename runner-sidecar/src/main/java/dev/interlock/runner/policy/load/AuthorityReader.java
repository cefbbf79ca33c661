package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.ApprovalSpec;
import dev.interlock.crd.v1alpha1.AuthorizationSpec;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.policy.terms.ApprovalTerms;
import dev.interlock.runner.policy.terms.ApprovalTerms.Mode;
import dev.interlock.runner.policy.terms.ToolTerms.AuthorizationRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads `spec.authorization` and `spec.approval`.
record AuthorityReader(SpecContext context) {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(3650);

  List<AuthorizationRule> authorization(@Nullable AuthorizationSpec spec) {
    var rules =
        spec == null || spec.rules() == null ? List.<AuthorizationSpec.Rule>of() : spec.rules();
    return rules.stream()
        .filter(rule -> rule.expression() != null)
        .map(rule -> new AuthorizationRule(String.valueOf(rule.expression()), rule.message()))
        .toList();
  }

  ApprovalTerms approval(@Nullable ApprovalSpec spec) {
    var given = spec == null ? new ApprovalSpec(null, null, null, null, null, null) : spec;
    var approvers =
        given.approvers() == null
            ? new ApprovalSpec.Approvers(null, null, null)
            : given.approvers();
    var at = "spec.approval.";
    var values = context.values();
    var terms =
        new ApprovalTerms(
            mode(given.mode()),
            given.when(),
            given.summary(),
            values.number(at + "required", given.required(), 1, 1, 10),
            values.texts(at + "approvers.users", approvers.users()),
            values.texts(at + "approvers.groups", approvers.groups()),
            values.texts(at + "approvers.gitops", approvers.gitops()),
            values.duration(
                at + "expiresAfter",
                given.expiresAfter(),
                Duration.ofMinutes(15),
                SECOND,
                LONGEST));
    check(terms);
    return terms;
  }

  private Mode mode(ApprovalSpec.@Nullable Mode mode) {
    return switch (mode) {
      case null -> context.risk() == Risk.IRREVERSIBLE_WRITE ? Mode.ALWAYS : Mode.NEVER;
      case NEVER -> Mode.NEVER;
      case ALWAYS -> Mode.ALWAYS;
      case WHEN -> Mode.WHEN;
    };
  }

  private void check(ApprovalTerms terms) {
    if (terms.mode() == Mode.WHEN && terms.when() == null) {
      context.rejectUnlessBroken(
          "spec.approval.when",
          "is required for mode: When: write for example when: \"input.amount > 10000\"");
    }
    if (terms.mode() != Mode.WHEN && terms.when() != null) {
      context.rejectUnlessBroken(
          "spec.approval.when",
          "has a meaning only with mode: When: remove it, or write mode: When",
          "spec.approval.mode",
          "spec.risk");
    }
    if (terms.required() > 1
        && terms.users().size() < terms.required()
        && terms.groups().isEmpty()) {
      context.rejectUnlessBroken(
          "spec.approval.required",
          "%d people must say yes, but approvers.users names %d and there is no group: name more, or a group"
              .formatted(terms.required(), terms.users().size()),
          "spec.approval.approvers");
    }
  }
}
