package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.CommitResult;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// A journal that is a new process for every call.
final class RestartingJournal implements Journal {
  private final Supplier<Journal> restart;
  private Journal journal;

  /// @param restart ends the journal before, in whichever way, and opens the next
  RestartingJournal(Supplier<Journal> restart) {
    this.restart = restart;
    this.journal = restart.get();
  }

  private Journal next() {
    journal = restart.get();
    return journal;
  }

  @Override
  public CommitResult commit(Transition transition) {
    return next().commit(transition);
  }

  @Override
  public Optional<Snapshot> find(OperationId id) {
    return next().find(id);
  }

  @Override
  public Optional<OperationId> holder(Claim claim) {
    return next().holder(claim);
  }

  @Override
  public List<JournaledEvent> history(OperationId id) {
    return next().history(id);
  }

  @Override
  public List<Snapshot> list(Filter filter, int limit) {
    return next().list(filter, limit);
  }

  @Override
  public Run openRun(Run run) {
    return next().openRun(run);
  }

  @Override
  public Optional<Run> findRun(RunId id) {
    return next().findRun(id);
  }

  @Override
  public void closeRun(RunId id) {
    next().closeRun(id);
  }

  @Override
  public Optional<String> count(String once, List<Transition.CounterAdd> additions) {
    return next().count(once, additions);
  }

  @Override
  public Map<String, Long> counters(List<String> names) {
    return next().counters(names);
  }

  @Override
  public void renewLease(InstanceId instance, Duration ttl) {
    next().renewLease(instance, ttl);
  }

  @Override
  public void releaseLease(InstanceId instance) {
    next().releaseLease(instance);
  }

  @Override
  public List<Snapshot> claimable(InstanceId instance, int limit) {
    return next().claimable(instance, limit);
  }

  @Override
  public Instant now() {
    return journal.now();
  }

  @Override
  public Durability durability() {
    return journal.durability();
  }

  @Override
  public void close() {
    journal.close();
  }
}
