package dev.interlock.runner.simulation;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.json.FrozenInput;
import dev.interlock.runner.json.ToolArguments;
import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.outcome.OutcomeTable;
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
import dev.interlock.runner.policy.Verdict;
import dev.interlock.runner.policy.Visibility;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A tool of the simulated upstream, in every flavour that the outcome table knows.
///
/// @param version changes when the rules change: another version is another policy hash
/// @param denies whether authorization refuses everybody now
/// @param approvals how many people have to say yes; 0 for none
/// @param looksUp whether the policy declares a status look-up
/// @param says what the policy says of the upstream's answers
record SimContract(
    String tool,
    int version,
    Risk risk,
    Idempotency.Mode mode,
    boolean denies,
    int approvals,
    boolean looksUp,
    int maxAttempts,
    Says says)
    implements ToolContract {
  /// What the upstream answers when it keeps to the policy.
  private static final Set<String> RESULTS =
      Set.of("done", "read", "replayed", "true", OutcomeTable.VALID);

  static final Duration ATTEMPT = Duration.ofSeconds(5);
  static final Duration SETTLE = Duration.ofSeconds(20);
  static final Duration RETENTION = Duration.ofSeconds(40);

  /// What the policy says of the upstream's answers, and the upstream keeps.
  ///
  /// @param refusedBefore statuses that it answers before doing anything
  /// @param inFlight the status that says that the first request with a key still runs; 0 for none
  /// @param pending whether 202 means that it will be done
  record Says(Set<Integer> refusedBefore, int inFlight, boolean pending) {}

  /// The same tool under other rules.
  SimContract under(int newVersion, Idempotency.Mode newMode, boolean deny, int newApprovals) {
    return new SimContract(
        tool, newVersion, risk, newMode, deny, newApprovals, looksUp, maxAttempts, says);
  }

  /// What a repetition could do, as the outcome table's columns have it.
  String column() {
    if (!risk.isWrite()) {
      return "Read";
    }
    return mode == Idempotency.Mode.NONE ? "write, unkeyed" : "write, keyed";
  }

  @Override
  public PolicyRef ref() {
    return new PolicyRef(tool, version, "hash-" + version);
  }

  @Override
  public String description() {
    return tool;
  }

  @Override
  public JsonNode inputSchema() {
    throw new UnsupportedOperationException("nobody asks");
  }

  @Override
  public Timeouts timeouts() {
    return new Timeouts(ATTEMPT, Duration.ofMinutes(2));
  }

  @Override
  public RetryRules retry() {
    return new RetryRules(
        maxAttempts,
        Duration.ofMillis(50),
        Duration.ofSeconds(1),
        Duration.ofSeconds(20),
        says.refusedBefore(),
        new RetryRules.RetryBudget(500, 14, 5));
  }

  @Override
  public Idempotency idempotency() {
    return new Idempotency(
        mode, mode == Idempotency.Mode.KEY ? RETENTION : null, true, says.inFlight());
  }

  @Override
  public Identity identity() {
    return new Identity(risk.isWrite() ? Identity.By.INPUT : Identity.By.CALL, Duration.ofDays(1));
  }

  @Override
  public Concurrency concurrency() {
    int maxInFlight = mode == Idempotency.Mode.KEY ? 1 : 2;
    return new Concurrency(risk.isWrite(), risk.isWrite() ? maxInFlight : 0);
  }

  @Override
  public List<RateLimit> rateLimits() {
    return List.of();
  }

  @Override
  public long costPerCallMicros() {
    return risk.isWrite() ? 10 : 0;
  }

  @Override
  public Visibility toolRun() {
    return Visibility.ON_ATTENTION;
  }

  @Override
  public boolean accepted202() {
    return says.pending();
  }

  @Override
  public String upstreamName() {
    return "http://upstream:80";
  }

  @Override
  public boolean allowsReadOnJournalLoss() {
    return false;
  }

  @Override
  public boolean allowsVolatileJournal() {
    return false;
  }

  @Override
  public InputCheck check(String rawArguments) {
    return switch (ToolArguments.parse(rawArguments)) {
      case ToolArguments.Accepted(var input) -> {
        var frozen = FrozenInput.of(input);
        yield new InputCheck.Accepted(input, CanonicalJson.write(input), frozen.hash());
      }
      case ToolArguments.Refused(var why) -> new InputCheck.Refused(why.message());
    };
  }

  @Override
  public Verdict authorize(Facts facts) {
    return denies ? new Verdict.Denied("rule", "not now") : new Verdict.Allowed("rule");
  }

  @Override
  public Approvals approvalFor(Facts facts) {
    return approvals == 0
        ? new Approvals.NotNeeded("never")
        : new Approvals.Needed("do it", approvals, List.of(), List.of(), Duration.ofSeconds(60));
  }

  @Override
  public @Nullable String resource(Facts facts) {
    return risk.isWrite() ? "resource-" + facts.input().path("order").asString().charAt(0) : null;
  }

  @Override
  public @Nullable String businessKey(Facts facts) {
    return null;
  }

  @Override
  public HttpRequest request(RequestFacts facts) {
    return http("POST", "/" + tool, facts);
  }

  @Override
  public Optional<HttpRequest> lookUp(RequestFacts facts) {
    return looksUp ? Optional.of(http("GET", "/status", facts)) : Optional.empty();
  }

  @Override
  public Optional<HttpRequest> lookUpHandle(String handle) {
    return Optional.of(
        http(
            "GET",
            handle,
            List.of(
                new HttpRequest.Header("operation", handle.substring(handle.lastIndexOf('/') + 1))),
            ""));
  }

  private HttpRequest http(String method, String target, RequestFacts facts) {
    return http(
        method,
        target,
        List.of(
            new HttpRequest.Header("operation", facts.id().value()),
            new HttpRequest.Header("idempotency-key", facts.key().value()),
            new HttpRequest.Header("rules", Integer.toString(version))),
        facts.canonicalInput());
  }

  private static HttpRequest http(
      String method, String target, List<HttpRequest.Header> headers, String body) {
    return new HttpRequest(
        method,
        "http",
        "upstream",
        80,
        target,
        headers,
        body.getBytes(StandardCharsets.UTF_8),
        null,
        false,
        1_000);
  }

  @Override
  public LookUpVerdict judge(int status, Map<String, List<String>> headers, byte[] body) {
    if (status != 200) {
      return new LookUpVerdict.StillUnknown("status " + status);
    }
    return new String(body, StandardCharsets.UTF_8).equals("true")
        ? new LookUpVerdict.Succeeded("true")
        : new LookUpVerdict.NotExecuted();
  }

  @Override
  public @Nullable ReconcileRules reconcile() {
    return looksUp
        ? new ReconcileRules(
            SETTLE, Duration.ofSeconds(1), Duration.ofSeconds(30), Duration.ofMinutes(5))
        : null;
  }

  @Override
  public Shown show(byte @Nullable [] body) {
    var text = body == null ? "" : new String(body, StandardCharsets.UTF_8);
    boolean valid = RESULTS.contains(text);
    return new Shown(valid ? text : null, false, valid);
  }

  @Override
  public String summaryOf(Facts facts) {
    return "do it";
  }

  @Override
  public String redactedInput(String canonicalInput) {
    return canonicalInput;
  }
}
