package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.JournalSpec;
import dev.interlock.crd.v1alpha1.ToolPolicySpec;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.Visibility;
import dev.interlock.runner.policy.terms.ApprovalTerms;
import dev.interlock.runner.policy.terms.RequestTerms;
import dev.interlock.runner.policy.terms.ToolTerms;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads a ToolPolicy's spec into its effective terms: careful defaults applied, every rule that
/// needs no compiler checked.
final class ToolPolicyReader {
  private final Findings findings;
  private final Duration journalRetention;

  ToolPolicyReader(Findings findings, Duration journalRetention) {
    this.findings = findings;
    this.journalRetention = journalRetention;
  }

  /// The terms; empty when there is no upstream to speak of. All problems are reported.
  Optional<ToolTerms> read(JsonNode tree, String policyName) {
    var reader = new RecordReader(findings);
    var spec = reader.read(tree, ToolPolicySpec.class, "spec");
    var context = new SpecContext(findings, reader, risk(spec.risk()), journalRetention);
    var upstream = upstream(spec, context);
    var terms = terms(spec, context, policyName, upstream);
    checkAcross(terms, spec, context);
    return upstream == null ? Optional.empty() : Optional.of(terms);
  }

  /// A risk that could not be read counts as the highest; the policy is rejected anyway.
  private static Risk risk(dev.interlock.crd.v1alpha1.@Nullable Risk risk) {
    return switch (risk) {
      case null -> Risk.IRREVERSIBLE_WRITE;
      case READ -> Risk.READ;
      case REVERSIBLE_WRITE -> Risk.REVERSIBLE_WRITE;
      case IRREVERSIBLE_WRITE -> Risk.IRREVERSIBLE_WRITE;
    };
  }

  private static @Nullable RequestTerms upstream(ToolPolicySpec spec, SpecContext context) {
    var given = spec.upstream();
    if (given == null) {
      return null;
    }
    if (given.http() != null && given.mcp() == null) {
      return new RequestReader(context, "spec.upstream.http", false).read(given.http());
    }
    if (given.http() != null) {
      context.reject("spec.upstream", "must hold http or mcp, not both: remove one");
    } else if (given.mcp() != null) {
      context.reject("spec.upstream.mcp", "is not supported by this version: write upstream.http");
    } else {
      context.rejectUnlessBroken(
          "spec.upstream", "must hold http: the request that performs the operation");
    }
    return null;
  }

  private static ToolTerms terms(
      ToolPolicySpec spec, SpecContext context, String name, @Nullable RequestTerms upstream) {
    var execution = new ExecutionReader(context);
    var sameness = new SamenessReader(context);
    var outcome = new OutcomeReader(context);
    var authority = new AuthorityReader(context);
    var limits = new LimitsReader(context);
    var idempotency = sameness.idempotency(spec.idempotency());
    var journal = spec.journal() == null ? new JournalSpec(null, null) : spec.journal();
    return new ToolTerms(
        new FaceReader(context).read(spec.tool(), name),
        AgentLabels.of(spec.agents()).required(),
        context.risk(),
        upstream == null ? NOWHERE : upstream,
        execution.timeouts(spec.timeout()),
        execution.retry(spec.retry(), idempotency.promise()),
        idempotency,
        sameness.identity(spec.identity()),
        outcome.reconcile(spec.reconcile()),
        authority.authorization(spec.authorization()),
        authority.approval(spec.approval()),
        limits.concurrency(spec.concurrency()),
        limits.rateLimits(spec.rateLimits()),
        limits.costPerCall(spec.cost()),
        outcome.result(spec.result()),
        visibility(spec.toolRun()),
        journal.onJournalLoss() == JournalSpec.OnLoss.ALLOW,
        Boolean.TRUE.equals(journal.allowVolatile()));
  }

  /// Stands in for an upstream that could not be read, so that the rest is still checked.
  private static final RequestTerms NOWHERE =
      new RequestTerms("POST", "", Map.of(), RequestTerms.Body.NONE, null, null, false, false, 1);

  private static Visibility visibility(dev.interlock.crd.v1alpha1.@Nullable Visibility toolRun) {
    return switch (toolRun) {
      case null -> Visibility.ON_ATTENTION;
      case NEVER -> Visibility.NEVER;
      case ON_ATTENTION -> Visibility.ON_ATTENTION;
      case ALWAYS -> Visibility.ALWAYS;
    };
  }

  private static void checkAcross(ToolTerms terms, ToolPolicySpec spec, SpecContext context) {
    if (terms.readsOnJournalLoss() && terms.risk().isWrite()) {
      context.rejectUnlessBroken(
          "spec.journal.onJournalLoss",
          "must be Deny for a write: an effect that nobody recorded could be repeated",
          "spec.risk");
    }
    if (terms.upstream().acceptedIsPending() && spec.reconcile() == null) {
      context.rejectUnlessBroken(
          "spec.upstream.http.accepted",
          "Pending needs spec.reconcile: nothing else can tell when the operation is done",
          "spec.reconcile");
    }
    if (terms.toolRun() == Visibility.NEVER
        && terms.approval().mode() != ApprovalTerms.Mode.NEVER) {
      context.rejectUnlessBroken(
          "spec.toolRun",
          "must not be Never where an approval is asked: nobody could see the question; write OnAttention",
          "spec.approval",
          "spec.risk");
    }
  }
}
