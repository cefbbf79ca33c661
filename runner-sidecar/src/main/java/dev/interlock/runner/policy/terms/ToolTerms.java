package dev.interlock.runner.policy.terms;

import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.policy.RateLimit;
import dev.interlock.runner.policy.RetryRules;
import dev.interlock.runner.policy.Timeouts;
import dev.interlock.runner.policy.Visibility;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// All that a ToolPolicy's spec says, effectively.
///
/// @param agents labels that an agent's pod must carry
/// @param reconcile absent when only a person can tell an unknown outcome
/// @param authorization all must hold; empty lets every matching agent through
/// @param costPerCallMicros in micro-units of the currency
/// @param readsOnJournalLoss whether a read may run while the journal cannot be reached
/// @param allowVolatile whether writes may run on a journal that can lose a commit
public record ToolTerms(
    ToolFace tool,
    Map<String, String> agents,
    Risk risk,
    RequestTerms upstream,
    Timeouts timeouts,
    RetryRules retry,
    IdempotencyTerms idempotency,
    IdentityTerms identity,
    @Nullable ReconcileTerms reconcile,
    List<AuthorizationRule> authorization,
    ApprovalTerms approval,
    ConcurrencyTerms concurrency,
    List<RateLimit> rateLimits,
    long costPerCallMicros,
    ResultTerms result,
    Visibility toolRun,
    boolean readsOnJournalLoss,
    boolean allowVolatile) {

  public ToolTerms {
    agents = Map.copyOf(agents);
    authorization = List.copyOf(authorization);
    rateLimits = List.copyOf(rateLimits);
  }

  /// One condition of the authorization.
  ///
  /// @param message for the model when it does not hold; absent for a general one
  public record AuthorizationRule(String expression, @Nullable String message) {}

  /// @param lock CEL for the resource's name; absent for none
  /// @param maxInFlight 0 for no limit
  public record ConcurrencyTerms(@Nullable String lock, int maxInFlight) {}
}
