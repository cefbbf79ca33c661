package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.Phase.BackingOff;
import dev.interlock.runner.operation.Operation.Reconciliation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.OutcomeLost;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.ToolOutcome.FailedRetryable;
import dev.interlock.runner.operation.Upstream;
import dev.interlock.runner.outcome.OutcomeClassification;
import dev.interlock.runner.outcome.Promises;
import dev.interlock.runner.outcome.ResultReader;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.Idempotency;
import dev.interlock.runner.policy.ToolContract;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an attempt's signal means under the policy in force: the pure tables of `outcome` and
/// `RetryDecision`, given what they need to know.
final class Conclusions {
  private final Ports ports;
  private final RetryBudgets budgets;

  Conclusions(Ports ports, RetryBudgets budgets) {
    this.ports = ports;
    this.budgets = budgets;
  }

  /// One attempt's end, drawn once, so that deciding again on a state that moved meanwhile (a
  /// cancel came) takes no second token and rolls no second pause.
  record Conclusion(
      Signal signal,
      Upstream upstream,
      ToolOutcome outcome,
      RetryDecision.Circumstances circumstances,
      Optional<ToolContract> contract) {
    Instant at() {
      return circumstances.now();
    }

    RetryDecision decide(Executing state) {
      return RetryDecision.decide(state, outcome, circumstances);
    }

    /// The raw body, unless the model is shown all of it anyway.
    @Nullable String raw(ToolOutcome.Final recorded) {
      if (!(signal instanceof Signal.Response response) || response.body().length == 0) {
        return null;
      }
      var raw = text(response);
      return recorded instanceof ToolOutcome.Succeeded(var shown, _, _) && raw.equals(shown)
          ? null
          : raw;
    }

    /// What is scheduled once the outcome is unknown.
    Reconciliation plan(@Nullable String handle) {
      return firstStep(contract, handle, at());
    }
  }

  /// The policy in force now for the tool of this operation.
  Optional<ToolContract> contractOf(Intent intent) {
    var call = intent.proposal().call();
    return ports
        .policies()
        .get()
        .find(call.tool(), call.agent())
        .filter(contract -> contract.ref().name().equals(intent.policy().name()));
  }

  Conclusion of(Executing state, Signal signal) {
    var now = ports.journal().now();
    var contract = contractOf(state.basis());
    var classified =
        contract
            .map(known ->
                OutcomeClassification.classify(signal, promises(known), reader(known), now))
            .orElseGet(() -> withoutPolicy(state, signal));
    var outcome = replayed(state, contract, signal, classified);
    var circumstances =
        contract
            .map(known -> circumstances(known, state, outcome, now))
            .orElse(new RetryDecision.Circumstances(now, Duration.ZERO, now, false, false));
    refund(contract, state, outcome);
    return new Conclusion(signal, upstream(signal), outcome, circumstances, contract);
  }

  /// Whether sending the same bytes again is safe although an effect may exist.
  boolean maySendAgain(Executing state, ToolContract contract, Instant now) {
    if (!state.mayHaveEffect()) {
      return true;
    }
    var validUntil = keyValidUntil(contract, state);
    return promises(contract).keyed()
        && isSamePolicy(contract, state)
        && (validUntil == null || now.isBefore(validUntil));
  }

  /// The end of an operation whose next attempt may not begin.
  OperationEvent giveUp(
      Executing state, BackingOff waits, Optional<ToolContract> contract, Instant now) {
    var none = new RetryDecision.Circumstances(now, Duration.ZERO, now, false, false);
    var decision =
        RetryDecision.decide(state, new FailedRetryable(waits.code(), false, Duration.ZERO), none);
    return switch (decision) {
      case RetryDecision.Settle(var outcome) ->
          new OutcomeRecorded(outcome, Upstream.NONE, null, now);
      case RetryDecision.FindOut(var code, var handle) ->
          new OutcomeLost(code, Upstream.NONE, now, handle, firstStep(contract, handle, now));
      case RetryDecision.RetryAt _ ->
          throw new IllegalStateException(state.id() + ": gave up and decided to retry");
    };
  }

  /// No policy: whatever was not sent yet is not sent.
  static Signal withoutPolicy() {
    return new Signal.NothingSent(
        Signal.Obstacle.ADDRESS_FORBIDDEN, "the policy of this tool is gone");
  }

  static Duration timeout(ToolContract contract, Instant deadline, Instant now) {
    var left = Duration.between(now, deadline);
    var timeout = contract.timeouts().attempt();
    var shorter = left.compareTo(timeout) < 0 ? left : timeout;
    return shorter.toMillis() < 1 ? Duration.ofMillis(1) : shorter;
  }

  static String text(Signal.Response response) {
    return new String(response.body(), StandardCharsets.UTF_8);
  }

  static Promises promises(ToolContract contract) {
    return new Promises(
        contract.risk(),
        contract.idempotency().mode() != Idempotency.Mode.NONE,
        contract.retry().refusedBefore(),
        contract.idempotency().inFlightStatus(),
        contract.accepted202());
  }

  static ResultReader reader(ToolContract contract) {
    return (body, overSize) -> {
      if (overSize) {
        return new ResultReader.Reading(false, null, true);
      }
      var shown = contract.show(body);
      return new ResultReader.Reading(shown.valid(), shown.json(), shown.truncated());
    };
  }

  static Reconciliation firstStep(
      Optional<ToolContract> contract, @Nullable String handle, Instant now) {
    if (contract.isEmpty()) {
      return new Reconciliation.AskPerson("the policy of this tool is gone");
    }
    var rules = contract.get().reconcile();
    return rules == null
        ? new Reconciliation.AskPerson("the policy declares no status look-up")
        : new Reconciliation.LookUp(now.plus(rules.initial()));
  }

  static Upstream upstream(Signal signal) {
    return switch (signal) {
      case Signal.NothingSent nothing -> new Upstream(0, "nothing sent: " + nothing.detail(), null);
      case Signal.NoCompleteResponse broken ->
          new Upstream(broken.status(), "no complete response: " + broken.detail(), null);
      case Signal.Response response ->
          new Upstream(response.status(), response.detail(), Digest.sha256(response.body()));
    };
  }

  private RetryDecision.Circumstances circumstances(
      ToolContract contract, Executing state, ToolOutcome outcome, Instant now) {
    var retry = contract.retry();
    boolean throttled =
        outcome instanceof FailedRetryable failed && failed.code() == ToolErrorCode.RATE_LIMITED;
    var initial = throttled ? retry.throttled() : retry.initial();
    var pause = Backoff.delay(initial, retry.max(), state.attempt(), ports.identifiers().jitter());
    boolean hasToken =
        outcome instanceof FailedRetryable
            && state.attempt() < state.basis().limits().maxAttempts()
            && budgets.take(contract.upstreamName(), retry.budget(), throttled);
    return new RetryDecision.Circumstances(
        now, pause, keyValidUntil(contract, state), hasToken, isSamePolicy(contract, state));
  }

  private void refund(Optional<ToolContract> contract, Executing state, ToolOutcome outcome) {
    if (outcome instanceof ToolOutcome.Succeeded && contract.isPresent()) {
      budgets.refund(
          contract.get().upstreamName(), contract.get().retry().budget(), state.attempt() > 1);
    }
  }

  /// A stored failure comes back for every further use of the key: asking again only loops.
  private static ToolOutcome replayed(
      Executing state, Optional<ToolContract> contract, Signal signal, ToolOutcome outcome) {
    boolean storedFailure =
        contract.isPresent()
            && contract.get().idempotency().replaysFailures()
            && state.mayHaveEffect()
            && signal instanceof Signal.Response response
            && response.status() >= 500
            && outcome instanceof FailedRetryable failed
            && failed.mayHaveEffect();
    return storedFailure ? new ToolOutcome.OutcomeUnknown(ToolErrorCode.TIMEOUT_UNKNOWN) : outcome;
  }

  private static ToolOutcome withoutPolicy(Executing state, Signal signal) {
    if (signal instanceof Signal.Response response && response.status() / 100 == 2) {
      return new ToolOutcome.Succeeded(null, false, null);
    }
    boolean harmless = signal instanceof Signal.NothingSent || !state.basis().risk().isWrite();
    return harmless
        ? new ToolOutcome.FailedPermanent(
            ToolErrorCode.TOOL_NOT_ALLOWED, "the policy of this tool is gone")
        : new ToolOutcome.OutcomeUnknown(ToolErrorCode.TIMEOUT_UNKNOWN);
  }

  /// Until when a request that is sent finds its key remembered: it may arrive as late as its
  /// time-out allows, and be looked at later still, so the end of the retention is kept clear.
  private static @Nullable Instant keyValidUntil(ToolContract contract, Executing state) {
    var retention = contract.idempotency().retention();
    var onTheWay = contract.timeouts().attempt().multipliedBy(2);
    return retention == null ? null : state.firstAttemptAt().plus(retention).minus(onTheWay);
  }

  private static boolean isSamePolicy(ToolContract contract, Executing state) {
    return contract.ref().hash().equals(state.basis().policy().hash());
  }
}
