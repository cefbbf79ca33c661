package dev.interlock.runner.policy;

import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.Risk;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// The contract of one tool, compiled from its ToolPolicy: schemas, expressions and templates are
/// compiled and type-checked once. Immutable; any thread may use it.
public interface ToolContract {
  /// Which policy this is. Equal hashes mean equal rules.
  PolicyRef ref();

  /// The name that the model sees.
  String tool();

  /// For the model: what the tool does.
  String description();

  /// JSON Schema 2020-12 of the arguments; not to be changed.
  JsonNode inputSchema();

  Risk risk();

  Timeouts timeouts();

  RetryRules retry();

  Idempotency idempotency();

  Identity identity();

  Concurrency concurrency();

  List<RateLimit> rateLimits();

  /// What one call costs, in micro-units of the currency.
  long costPerCallMicros();

  Visibility toolRun();

  /// Whether a 202 of this upstream means "accepted, not done yet".
  boolean accepted202();

  /// Scheme, host and port: operations with the same name share a retry budget.
  String upstreamName();

  /// Whether a read may run while the journal cannot be reached.
  boolean allowsReadOnJournalLoss();

  /// Whether writes may run on a journal that can lose a commit.
  boolean allowsVolatileJournal();

  /// Parses, validates, fills in defaults and freezes a call's arguments.
  InputCheck check(String rawArguments);

  /// Whether the call may be made on this authority. What cannot be evaluated denies.
  Verdict authorize(Facts facts);

  /// Whether people have to say yes. What cannot be evaluated asks a person.
  Approvals approvalFor(Facts facts);

  /// The name of the resource lock to hold while executing; absent when none is declared. It holds
  /// the upstream's name: two tools that touch the same thing behind one upstream exclude each
  /// other.
  ///
  /// @throws UndecidableException when the expression gives no name for this input
  @Nullable String resource(Facts facts);

  /// The business key; absent unless identity is by key.
  ///
  /// @throws UndecidableException when the expression gives no key for this input
  @Nullable String businessKey(Facts facts);

  /// The request of every attempt: the same facts give the same bytes.
  ///
  /// @throws UndecidableException when the input has no place in the template; never for an input
  ///   that this contract's `check` accepted
  HttpRequest request(RequestFacts facts);

  /// The look-up of an unknown outcome; empty when the policy declares none.
  ///
  /// @throws UndecidableException as `request` does
  Optional<HttpRequest> lookUp(RequestFacts facts);

  /// The look-up by the upstream's own handle (a Location of a 202); empty when it leads elsewhere
  /// than to this upstream.
  Optional<HttpRequest> lookUpHandle(String handle);

  /// What the answer to a look-up says. What cannot be evaluated leaves the outcome unknown.
  ///
  /// @param headers names in lower case
  LookUpVerdict judge(int status, Map<String, List<String>> headers, byte[] body);

  /// The schedule of look-ups; absent when the policy declares none.
  @Nullable ReconcileRules reconcile();

  /// What of an answer's body the model may see.
  Shown show(byte @Nullable [] body);

  /// The effect in one line for a person, redacted.
  String summaryOf(Facts facts);

  /// The frozen input as a person may see it, as JSON.
  String redactedInput(String canonicalInput);
}
