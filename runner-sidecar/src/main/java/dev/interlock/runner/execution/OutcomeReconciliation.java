package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Reconciliation;
import dev.interlock.runner.operation.Operation.Reconciliation.AskPerson;
import dev.interlock.runner.operation.Operation.Reconciliation.LookUp;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.OperationEvent.LookUpInconclusive;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.TransitionPlan;
import dev.interlock.runner.operation.Upstream;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.LookUpVerdict;
import dev.interlock.runner.policy.ReconcileRules;
import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.ToolContract;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds out what happened to an operation whose outcome is unknown, without performing it again:
/// by the upstream's own handle, then by the policy's look-up, then by a person.
final class OutcomeReconciliation {
  private final Ports ports;
  private final Settings settings;
  private final Commits commits;
  private final Lease lease;
  private final Conclusions conclusions;

  OutcomeReconciliation(
      Ports ports, Settings settings, Commits commits, Lease lease, Conclusions conclusions) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
    this.lease = lease;
    this.conclusions = conclusions;
  }

  /// When a look-up was made.
  ///
  /// @param at by the journal's clock
  /// @param watched how long this instance had watched the unknown outcome then
  record Asked(Instant at, Duration watched) {}

  /// One look-up, when its time has come.
  ///
  /// @return the operation afterwards; empty when only a person can tell
  Optional<Snapshot> advance(Snapshot snapshot, OutcomeUnknown state, OperationHandle handle) {
    return switch (state.next()) {
      case AskPerson _ -> Optional.empty();
      case LookUp(var at) -> {
        var _ = handle.watched(state.since(), ports.timing().nanos());
        handle.sleepUntil(ports.journal()::now, at, handle::wasDisturbed);
        lease.await(handle, () -> false);
        yield Optional.of(lookUp(snapshot, state, handle));
      }
    };
  }

  private Snapshot lookUp(Snapshot snapshot, OutcomeUnknown state, OperationHandle handle) {
    var contract = conclusions.contractOf(state.basis());
    var rules = contract.map(ToolContract::reconcile).orElse(null);
    if (contract.isEmpty() || rules == null) {
      return askPerson(snapshot, "the policy declares no status look-up any more");
    }
    var request = request(contract.get(), state);
    if (request.isEmpty()) {
      return askPerson(snapshot, "the policy declares no status look-up for this operation");
    }
    var asked =
        new Asked(ports.journal().now(), handle.watched(state.since(), ports.timing().nanos()));
    var signal =
        ports
            .upstreams()
            .send(request.get(), contract.get().timeouts().attempt(), new Cancellation());
    return settle(snapshot, contract.get(), rules, signal, asked);
  }

  private Optional<HttpRequest> request(ToolContract contract, OutcomeUnknown state) {
    var handle = state.handle();
    var byHandle = handle == null ? Optional.<HttpRequest>empty() : contract.lookUpHandle(handle);
    return byHandle.isPresent()
        ? byHandle
        : contract.lookUp(new RequestFacts(state.basis().frozenInput(), state.id(), state.key()));
  }

  private Snapshot settle(
      Snapshot snapshot, ToolContract contract, ReconcileRules rules, Signal signal, Asked asked) {
    var verdict = judge(contract, signal);
    return append(
        snapshot,
        state -> {
          var now = ports.journal().now();
          return switch (verdict) {
            case LookUpVerdict.Succeeded(var result) -> found(contract, state, result, now);
            case LookUpVerdict.Failed(var reason) ->
                Resolving.events(
                    state,
                    new Resolving.Finding(evidence(state), Found.FAILED, null, reason),
                    Optional.of(contract),
                    now);
            case LookUpVerdict.NotExecuted _ -> notExecuted(state, rules, asked, now);
            case LookUpVerdict.StillUnknown(var why) ->
                List.of(inconclusive(state, rules, why, now));
          };
        });
  }

  private static LookUpVerdict judge(ToolContract contract, Signal signal) {
    return switch (signal) {
      case Signal.Response response when !response.overSize() ->
          contract.judge(response.status(), response.headers(), response.body());
      case Signal.Response _ -> new LookUpVerdict.StillUnknown("the answer is too large to read");
      case Signal.NothingSent nothing -> new LookUpVerdict.StillUnknown(nothing.detail());
      case Signal.NoCompleteResponse broken -> new LookUpVerdict.StillUnknown(broken.detail());
    };
  }

  private static List<OperationEvent> found(
      ToolContract contract, OutcomeUnknown state, @Nullable String result, Instant now) {
    var finding = new Resolving.Finding(evidence(state), Found.COMMITTED, result, null);
    var resolved = Resolving.events(state, finding, Optional.of(contract), now);
    if (!state.cancelled()) {
      return resolved;
    }
    var late = new EvidenceRecorded(state.attempts(), true, Upstream.NONE, result, now);
    return Stream.concat(Stream.<OperationEvent>of(late), resolved.stream()).toList();
  }

  private static String evidence(OutcomeUnknown state) {
    return state.handle() == null ? "look_up" : "handle";
  }

  /// "Not executed" counts only when it was asked after the settling time: until then a commit may
  /// still be on its way. The time has to pass by both clocks, because the journal's may be set
  /// forward.
  private static List<OperationEvent> notExecuted(
      OutcomeUnknown state, ReconcileRules rules, Asked asked, Instant now) {
    var settledAt = state.since().plus(rules.settleAfter());
    var unwatched = rules.settleAfter().minus(asked.watched());
    if (!asked.at().isBefore(settledAt) && !unwatched.isPositive()) {
      return Resolving.events(
          state,
          new Resolving.Finding(evidence(state), Found.NOT_EXECUTED, null, null),
          Optional.empty(),
          now);
    }
    var watchedAt = now.plus(unwatched);
    return List.of(
        new LookUpInconclusive(
            "not executed yet, and the settling time is not over",
            now,
            new LookUp(watchedAt.isAfter(settledAt) ? watchedAt : settledAt)));
  }

  private OperationEvent inconclusive(
      OutcomeUnknown state, ReconcileRules rules, String why, Instant now) {
    var end = state.since().plus(rules.deadline());
    var pause =
        Backoff.delay(
            rules.initial(),
            rules.max(),
            state.lookUps() + 2,
            0.5 + ports.identifiers().jitter() / 2);
    Reconciliation next =
        now.isBefore(end)
            ? new LookUp(now.plus(pause))
            : new AskPerson("the look-ups did not settle it before their deadline");
    return new LookUpInconclusive(why, now, next);
  }

  private Snapshot askPerson(Snapshot snapshot, String reason) {
    return append(
        snapshot,
        _ -> List.of(new LookUpInconclusive(reason, ports.journal().now(), new AskPerson(reason))));
  }

  private Snapshot append(
      Snapshot snapshot, Function<OutcomeUnknown, List<OperationEvent>> events) {
    return commits.update(
        snapshot,
        current ->
            current.state() instanceof OutcomeUnknown state
                ? Optional.of(
                    TransitionPlan.append(
                        current,
                        events.apply(state),
                        current.ownership(),
                        List.of(),
                        settings.retention()))
                : Optional.empty());
  }
}
