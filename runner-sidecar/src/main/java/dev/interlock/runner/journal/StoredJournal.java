package dev.interlock.runner.journal;

import dev.interlock.runner.execution.CommitResult;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.StoredTransition.ClaimChange;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.Transition;
import dev.interlock.runner.operation.Transition.CounterAdd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The journal over any store: operations and runs become records and back. Operations are records
/// named by their id; what else is stored has another prefix.
///
/// A record that cannot be read stops whoever asks for it with an `UnreadableRecordException`;
/// lists leave it out, so that it stops nothing else, and log it once.
public final class StoredJournal implements Journal {
  private static final String OPERATIONS = "op-";

  private final JournalStore store;
  private final StoredRuns runs;
  private final ReadableRecords readable = new ReadableRecords();

  /// Takes over `store`, and closes it when it is closed.
  public StoredJournal(JournalStore store) {
    this.store = store;
    this.runs = new StoredRuns(store);
  }

  @Override
  public CommitResult commit(Transition transition) {
    return switch (store.commit(stored(transition))) {
      case StoreAnswer.Committed(var version) ->
          new CommitResult.Committed(
              new Snapshot(
                  transition.next(),
                  version,
                  transition.ownership(),
                  transition.due(),
                  transition.attention()));
      case StoreAnswer.Conflict(var current) ->
          new CommitResult.VersionConflict(JournalCodec.readSnapshot(current));
      case StoreAnswer.Fenced(var current) ->
          new CommitResult.Fenced(JournalCodec.readSnapshot(current));
      case StoreAnswer.Gone _ -> new CommitResult.Gone();
      case StoreAnswer.ClaimHeld(var key, var holder) ->
          new CommitResult.ClaimHeld(claim(transition, key), new OperationId(holder));
      case StoreAnswer.LimitReached(var counter) -> new CommitResult.LimitReached(counter);
    };
  }

  private static StoredTransition stored(Transition transition) {
    var basis = transition.next().basis();
    return new StoredTransition(
        transition.id().value(),
        transition.expected(),
        new StoredTransition.Header(
            transition.next().stateName(),
            transition.ownership(),
            transition.due(),
            transition.attention(),
            transition.next().isTerminal(),
            transition.keepFor()),
        JournalCodec.write(transition.next()),
        transition.events().stream().map(event -> JournalCodec.write(event, basis)).toList(),
        transition.claims().stream().map(StoredJournal::stored).toList(),
        transition.counters());
  }

  private static ClaimChange stored(Transition.ClaimChange change) {
    return switch (change) {
      case Transition.ClaimChange.Take(var claim, var keptFor) ->
          new ClaimChange.Take(claim.key(), keptFor);
      case Transition.ClaimChange.Release(var claim) -> new ClaimChange.Release(claim.key());
    };
  }

  private static Claim claim(Transition transition, String key) {
    return transition.claims().stream()
        .map(Transition.ClaimChange::claim)
        .filter(claim -> claim.key().equals(key))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public Optional<Snapshot> find(OperationId id) {
    return store.find(id.value()).map(JournalCodec::readSnapshot);
  }

  @Override
  public Optional<OperationId> holder(Claim claim) {
    return store.holder(claim.key()).map(OperationId::new);
  }

  @Override
  public List<JournaledEvent> history(OperationId id) {
    return store
        .history(id.value())
        .map(history -> {
          var basis = JournalCodec.readSnapshot(history.record()).state().basis();
          return history.events().stream()
              .map(event -> JournalCodec.readEvent(id.value(), event, basis))
              .toList();
        })
        .orElse(List.of());
  }

  @Override
  public List<Snapshot> list(Filter filter, int limit) {
    return readable.read(limit, more -> store.list(OPERATIONS, filter, more));
  }

  @Override
  public List<Snapshot> claimable(InstanceId instance, int limit) {
    return readable.read(limit, more -> store.claimable(instance.value(), more));
  }

  @Override
  public Run openRun(Run run) {
    return runs.open(run);
  }

  @Override
  public Optional<Run> findRun(RunId id) {
    return runs.find(id);
  }

  @Override
  public void closeRun(RunId id) {
    runs.close(id);
  }

  @Override
  public Optional<String> count(String once, List<CounterAdd> additions) {
    return runs.count(once, additions);
  }

  @Override
  public Map<String, Long> counters(List<String> names) {
    return store.counters(names);
  }

  @Override
  public void renewLease(InstanceId instance, Duration ttl) {
    store.renewLease(instance.value(), ttl);
  }

  @Override
  public void releaseLease(InstanceId instance) {
    store.releaseLease(instance.value());
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public Durability durability() {
    return store.durability();
  }

  @Override
  public void close() {
    store.close();
  }
}
