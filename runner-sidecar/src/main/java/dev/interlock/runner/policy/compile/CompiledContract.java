package dev.interlock.runner.policy.compile;

import dev.interlock.runner.operation.IdempotencyKey;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.policy.Approvals;
import dev.interlock.runner.policy.Concurrency;
import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.Idempotency;
import dev.interlock.runner.policy.Identity;
import dev.interlock.runner.policy.InputCheck;
import dev.interlock.runner.policy.LookUpVerdict;
import dev.interlock.runner.policy.RateLimit;
import dev.interlock.runner.policy.ReconcileRules;
import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.RetryRules;
import dev.interlock.runner.policy.Shown;
import dev.interlock.runner.policy.Timeouts;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.UndecidableException;
import dev.interlock.runner.policy.Verdict;
import dev.interlock.runner.policy.Visibility;
import dev.interlock.runner.policy.expression.Bindings;
import dev.interlock.runner.policy.expression.EvaluationException;
import dev.interlock.runner.policy.expression.Expression;
import dev.interlock.runner.policy.template.RequestTemplate;
import dev.interlock.runner.policy.terms.ToolTerms;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A policy's contract: its terms, and what was compiled from them.
record CompiledContract(PolicyRef ref, ToolTerms terms, Parts parts) implements ToolContract {
  private static final OperationId TRIAL_ID = new OperationId("op-00000000000000000000000000");
  private static final IdempotencyKey TRIAL_KEY = new IdempotencyKey("0".repeat(32));

  /// What was compiled.
  ///
  /// @param lookUp absent when only a person can tell an unknown outcome
  /// @param lock gives the resource's name; absent for no lock
  /// @param key gives the business key; absent unless identity is by key
  record Parts(
      ArgumentCheck arguments,
      AuthorizationRules authorization,
      ApprovalRules approval,
      RequestTemplate upstream,
      @Nullable LookUpRules lookUp,
      ResultView result,
      @Nullable Expression lock,
      @Nullable Expression key) {}

  @Override
  public String tool() {
    return terms.tool().name();
  }

  @Override
  public String description() {
    return terms.tool().description();
  }

  @Override
  public JsonNode inputSchema() {
    return terms.tool().inputSchema();
  }

  @Override
  public Risk risk() {
    return terms.risk();
  }

  @Override
  public Timeouts timeouts() {
    return terms.timeouts();
  }

  @Override
  public RetryRules retry() {
    return terms.retry();
  }

  @Override
  public Idempotency idempotency() {
    return terms.idempotency().promise();
  }

  @Override
  public Identity identity() {
    return terms.identity().rules();
  }

  @Override
  public Concurrency concurrency() {
    return new Concurrency(parts.lock() != null, terms.concurrency().maxInFlight());
  }

  @Override
  public List<RateLimit> rateLimits() {
    return terms.rateLimits();
  }

  @Override
  public long costPerCallMicros() {
    return terms.costPerCallMicros();
  }

  @Override
  public Visibility toolRun() {
    return terms.toolRun();
  }

  @Override
  public boolean accepted202() {
    return terms.upstream().acceptedIsPending();
  }

  @Override
  public String upstreamName() {
    return parts.upstream().origin().name();
  }

  @Override
  public boolean allowsReadOnJournalLoss() {
    return terms.readsOnJournalLoss();
  }

  @Override
  public boolean allowsVolatileJournal() {
    return terms.allowVolatile();
  }

  @Override
  public InputCheck check(String rawArguments) {
    return switch (parts.arguments().check(rawArguments)) {
      case InputCheck.Refused refused -> refused;
      case InputCheck.Accepted accepted -> fits(accepted);
    };
  }

  /// What cannot be sent, or could not be looked up later, is refused while nothing has happened.
  private InputCheck fits(InputCheck.Accepted accepted) {
    var trial = new RequestFacts(accepted.canonical(), TRIAL_ID, TRIAL_KEY);
    try {
      request(trial);
      lookUp(trial);
      return accepted;
    } catch (UndecidableException e) {
      return new InputCheck.Refused(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Verdict authorize(Facts facts) {
    return parts.authorization().judge(facts);
  }

  @Override
  public Approvals approvalFor(Facts facts) {
    return parts.approval().judge(facts);
  }

  @Override
  public @Nullable String resource(Facts facts) {
    // Neither a scheme nor a host can hold a #, so that no two resources share a name.
    return parts.lock() == null
        ? null
        : upstreamName() + "#" + name("concurrency.lock", parts.lock(), facts);
  }

  @Override
  public @Nullable String businessKey(Facts facts) {
    return parts.key() == null ? null : name("identity.key", parts.key(), facts);
  }

  private static String name(String field, Expression expression, Facts facts) {
    try {
      return expression.text(Bindings.of(facts));
    } catch (EvaluationException e) {
      throw new UndecidableException(
          "the policy's %s (%s) gives no name for this input: %s"
              .formatted(field, expression.source(), e.reason()));
    }
  }

  @Override
  public HttpRequest request(RequestFacts facts) {
    return parts.upstream().render(facts);
  }

  @Override
  public Optional<HttpRequest> lookUp(RequestFacts facts) {
    return Optional.ofNullable(parts.lookUp()).map(lookUp -> lookUp.request().render(facts));
  }

  @Override
  public Optional<HttpRequest> lookUpHandle(String handle) {
    return parts.upstream().origin().targetOf(handle).map(parts.upstream()::get);
  }

  @Override
  public LookUpVerdict judge(int status, Map<String, List<String>> headers, byte[] body) {
    return parts.lookUp() == null
        ? new LookUpVerdict.StillUnknown("the policy declares no look-up")
        : parts.lookUp().judge(status, headers, body);
  }

  @Override
  public @Nullable ReconcileRules reconcile() {
    return parts.lookUp() == null ? null : parts.lookUp().schedule();
  }

  @Override
  public Shown show(byte @Nullable [] body) {
    return parts.result().show(body);
  }

  @Override
  public String summaryOf(Facts facts) {
    return parts.approval().view().summary(facts.input());
  }

  @Override
  public String redactedInput(String canonicalInput) {
    return parts.approval().view().redacted(canonicalInput);
  }
}
