package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.Phase.BackingOff;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.AttemptFailed;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.OperationEvent.OutcomeLost;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.TransitionPlan;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.ToolContract;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Executes an operation attempt by attempt: the intent is durable before the first byte is sent,
/// and the outcome is durable before anybody hears of it.
final class Attempts {
  private final Ports ports;
  private final Settings settings;
  private final Commits commits;
  private final Lease lease;
  private final Conclusions conclusions;
  private final Evidence evidence;

  Attempts(Ports ports, Settings settings, Commits commits, Lease lease, Conclusions conclusions) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
    this.lease = lease;
    this.conclusions = conclusions;
    this.evidence = new Evidence(ports, settings, commits);
  }

  /// One step of an executing operation: sends the attempt that was just journaled, gives up one
  /// that a former owner may have sent, or waits and journals the next.
  Snapshot advance(Snapshot snapshot, Executing state, OperationHandle handle) {
    return switch (state.phase()) {
      case InFlight flight when flight.by().equals(snapshot.ownership()) ->
          send(snapshot, state, flight, handle);
      case InFlight _ ->
          conclude(
              snapshot,
              state,
              new Signal.NoCompleteResponse(
                  Signal.Interruption.ABANDONED, 0, "its owner stopped while it was in flight"));
      case BackingOff(var nextAt, _) -> {
        handle.sleepUntil(ports.journal()::now, nextAt, () -> handle.cancellation().isRequested());
        lease.await(handle, () -> handle.cancellation().isRequested());
        yield next(snapshot);
      }
    };
  }

  /// Sends exactly one request for the attempt that the journal holds.
  private Snapshot send(
      Snapshot snapshot, Executing state, InFlight flight, OperationHandle handle) {
    var contract = conclusions.contractOf(state.basis());
    var signal =
        contract
            .map(known -> sendBy(known, state, flight, handle))
            .orElseGet(Conclusions::withoutPolicy);
    try {
      return conclude(snapshot, state, signal);
    } catch (LostOwnershipException e) {
      evidence.keep(e.current(), state, signal, contract);
      throw e;
    }
  }

  private Signal sendBy(
      ToolContract contract, Executing state, InFlight flight, OperationHandle handle) {
    var facts = new RequestFacts(state.basis().frozenInput(), state.id(), state.key());
    var request = contract.request(facts);
    // Nothing may come between this check and the send: it is what fences a paused instance. One
    // that slept past its lease may have renewed it since, but what it had begun is in other hands.
    var age = Duration.between(flight.startedAt(), ports.journal().now());
    if (!lease.maySend() || !lease.covers(age)) {
      return new Signal.NothingSent(
          Signal.Obstacle.LEASE_LOST, "the lease could not be renewed in time");
    }
    return ports
        .upstreams()
        .send(request, Duration.ofMillis(flight.timeoutMillis()), handle.cancellation());
  }

  /// Makes the attempt's outcome durable.
  private Snapshot conclude(Snapshot snapshot, Executing started, Signal signal) {
    var conclusion = conclusions.of(started, signal);
    return commits.update(
        snapshot,
        current ->
            // When the answer to this commit was lost and a call was attached since, it has landed.
            current.state() instanceof Executing state
                    && state.attempt() == started.attempt()
                    && state.phase() instanceof InFlight
                ? Optional.of(
                    TransitionPlan.append(
                        current,
                        eventsOf(state, conclusion),
                        current.ownership(),
                        List.of(),
                        settings.retention()))
                : Optional.empty());
  }

  private List<OperationEvent> eventsOf(Executing state, Conclusions.Conclusion conclusion) {
    var now = conclusion.at();
    var events = new ArrayList<OperationEvent>();
    if (state.cancelled() && conclusion.signal() instanceof Signal.Response response) {
      events.add(
          new EvidenceRecorded(
              state.attempt(), true, conclusion.upstream(), Conclusions.text(response), now));
    }
    events.add(
        switch (conclusion.decide(state)) {
          case RetryDecision.Settle(var outcome) ->
              new OutcomeRecorded(outcome, conclusion.upstream(), conclusion.raw(outcome), now);
          case RetryDecision.RetryAt(var at, var code, var mayHaveEffect) ->
              new AttemptFailed(
                  state.attempt(), code, mayHaveEffect, conclusion.upstream(), now, at);
          case RetryDecision.FindOut(var code, var handle) ->
              new OutcomeLost(code, conclusion.upstream(), now, handle, conclusion.plan(handle));
        });
    return events;
  }

  /// Journals the intent to send the next attempt, or ends the operation when there is none.
  private Snapshot next(Snapshot snapshot) {
    return commits.update(
        snapshot,
        current ->
            current.state() instanceof Executing state && state.phase() instanceof BackingOff waits
                ? Optional.of(
                    TransitionPlan.append(
                        current,
                        List.of(nextEvent(current, state, waits)),
                        current.ownership(),
                        List.of(),
                        settings.retention()))
                : Optional.empty());
  }

  private OperationEvent nextEvent(Snapshot current, Executing state, BackingOff waits) {
    var now = ports.journal().now();
    var contract = conclusions.contractOf(state.basis());
    var limits = state.basis().limits();
    if (contract.isPresent()
        && !state.cancelled()
        && state.attempt() < limits.maxAttempts()
        && !now.isAfter(limits.deadline())
        && conclusions.maySendAgain(state, contract.get(), now)) {
      return new AttemptStarted(
          state.key(),
          state.attempt() + 1,
          current.ownership(),
          now,
          Conclusions.timeout(contract.get(), limits.deadline(), now).toMillis());
    }
    return conclusions.giveUp(state, waits, contract, now);
  }
}
