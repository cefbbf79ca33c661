package dev.interlock.runner.testing;

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

/// A sidecar's connection to a real journal, which ends with the sidecar.
record MortalJournal(Journal store, Death death) implements Journal {
  private <T> T alive(Supplier<T> call) {
    death.check();
    T answer = call.get();
    death.check();
    return answer;
  }

  @Override
  public CommitResult commit(Transition transition) {
    boolean last = death.beforeCommit();
    var result = store.commit(transition);
    if (last) {
      death.now();
    }
    death.check();
    return result;
  }

  @Override
  public Optional<Snapshot> find(OperationId id) {
    return alive(() -> store.find(id));
  }

  @Override
  public Optional<OperationId> holder(Claim claim) {
    return alive(() -> store.holder(claim));
  }

  @Override
  public List<JournaledEvent> history(OperationId id) {
    return alive(() -> store.history(id));
  }

  @Override
  public List<Snapshot> list(Filter filter, int limit) {
    return alive(() -> store.list(filter, limit));
  }

  @Override
  public Run openRun(Run run) {
    return alive(() -> store.openRun(run));
  }

  @Override
  public Optional<Run> findRun(RunId id) {
    return alive(() -> store.findRun(id));
  }

  @Override
  public void closeRun(RunId id) {
    death.check();
    store.closeRun(id);
  }

  @Override
  public Optional<String> count(String once, List<Transition.CounterAdd> additions) {
    return alive(() -> store.count(once, additions));
  }

  @Override
  public Map<String, Long> counters(List<String> names) {
    return alive(() -> store.counters(names));
  }

  @Override
  public void renewLease(InstanceId instance, Duration ttl) {
    death.check();
    store.renewLease(instance, ttl);
  }

  @Override
  public void releaseLease(InstanceId instance) {
    death.check();
    store.releaseLease(instance);
  }

  @Override
  public List<Snapshot> claimable(InstanceId instance, int limit) {
    return alive(() -> store.claimable(instance, limit));
  }

  @Override
  public Instant now() {
    death.check();
    return store.now();
  }

  /// What a test holds counts as durable: it outlives the sidecar, which is what is tested.
  @Override
  public Durability durability() {
    return Durability.FSYNC;
  }

  @Override
  public void close() {}
}
