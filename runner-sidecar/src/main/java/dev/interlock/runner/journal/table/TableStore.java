package dev.interlock.runner.journal.table;

import dev.interlock.runner.execution.Journal.Durability;
import dev.interlock.runner.execution.Journal.Filter;
import dev.interlock.runner.journal.JournalStore;
import dev.interlock.runner.journal.StoreAnswer;
import dev.interlock.runner.journal.StoredRecord;
import dev.interlock.runner.journal.StoredTransition;
import dev.interlock.runner.journal.table.Tables.Durable;
import dev.interlock.runner.journal.table.Tables.Name;
import dev.interlock.runner.operation.Transition.Expected;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A store in this process. One lock orders everything; waiting for durability happens outside it,
/// so that many threads share one write to the disk. Nothing is told before all that it may rest on
/// is durable.
///
/// Leases live in memory: whoever opens the store is the only process in it, so every instance
/// before it is gone.
public final class TableStore implements JournalStore {
  /// Each commit makes at least one record and removes more than it makes.
  private static final int PURGED_BY_A_COMMIT = 2;

  private final ReentrantLock lock;
  private final Tables tables;
  private final InstantSource clock;
  private final Durability durability;
  private final Rows rows;
  private final CommitRules rules;
  private final WatchList watched = new WatchList();
  private final TableWriter writer;
  private final Map<String, Instant> leases = new HashMap<>();

  /// Takes over `tables`, which nobody else uses from then on.
  public TableStore(Tables tables, InstantSource clock, Durability durability) {
    this.tables = tables;
    this.lock = tables.lock();
    this.clock = clock;
    this.durability = durability;
    this.rows = new Rows(tables);
    this.rules = new CommitRules(rows);
    this.writer = new TableWriter(tables, rows, watched);
    tables
        .table(Name.WATCHED)
        .scan(
            "",
            String.valueOf(Character.MAX_VALUE),
            (id, bytes) -> {
              watched.put(RowFormat.readWatch(id, bytes));
              return true;
            });
  }

  @Override
  public StoreAnswer commit(StoredTransition transition) {
    var fingerprint = transition.fingerprint();
    StoreAnswer answer;
    Durable durable;
    lock.lock();
    try {
      var now = clock.instant();
      var refusal = rules.answer(transition, fingerprint, now);
      if (refusal == null) {
        tables.admit(transition.expected() instanceof Expected.Absent);
        answer = whole(() -> apply(transition, fingerprint, now));
        durable = tables.seal();
      } else {
        answer = refusal;
        durable = tables.sealed();
      }
    } finally {
      lock.unlock();
    }
    durable.await();
    return answer;
  }

  private StoreAnswer apply(StoredTransition transition, byte[] fingerprint, Instant now) {
    writer.apply(transition, fingerprint, now);
    writer.purge(now, PURGED_BY_A_COMMIT);
    return new StoreAnswer.Committed(CommitRules.madeBy(transition.expected()));
  }

  /// Makes a change, all of it or the last one ever.
  private <T> T whole(Supplier<T> change) {
    boolean whole = false;
    try {
      T made = change.get();
      whole = true;
      return made;
    } finally {
      if (!whole) {
        tables.abandon(new IllegalStateException("it was left halfway"));
      }
    }
  }

  /// Removes up to `limit` records that are gone, as every commit does with a few. For stores that
  /// nobody commits to.
  ///
  /// @return how many were removed
  public int purge(int limit) {
    lock.lock();
    try {
      tables.admit(false);
      int removed = whole(() -> writer.purge(clock.instant(), limit));
      if (removed > 0) {
        var _ = tables.seal();
      }
      return removed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Optional<StoredRecord> find(String id) {
    return read(() -> Optional.ofNullable(liveRecord(id)));
  }

  private @Nullable StoredRecord liveRecord(String id) {
    var row = rows.live(id, clock.instant());
    return row == null ? null : row.toRecord(id);
  }

  @Override
  public Optional<String> holder(String claim) {
    return read(() -> Optional.ofNullable(rows.holder(claim, clock.instant())));
  }

  @Override
  public Optional<StoredHistory> history(String id) {
    return read(() ->
        Optional.ofNullable(rows.live(id, clock.instant()))
            .map(row -> new StoredHistory(row.toRecord(id), rows.events(id, row.events()))));
  }

  @Override
  public List<StoredRecord> list(String prefix, Filter filter, int limit) {
    return read(() ->
        switch (filter) {
          case ALL -> all(prefix, limit);
          case UNRESOLVED, ATTENTION -> records(watched.list(prefix, filter, limit));
        });
  }

  private List<StoredRecord> all(String prefix, int limit) {
    var now = clock.instant();
    var found = new ArrayList<StoredRecord>();
    tables
        .table(Name.RECORDS)
        .scan(
            prefix,
            prefix + Character.MAX_VALUE,
            (id, bytes) -> {
              var row = RowFormat.readRecord(id, bytes);
              if (!row.isGone(now) && found.size() < limit) {
                found.add(row.toRecord(id));
              }
              return found.size() < limit;
            });
    return found;
  }

  private List<StoredRecord> records(List<String> ids) {
    return ids.stream().map(this::liveRecord).filter(Objects::nonNull).toList();
  }

  @Override
  public List<StoredRecord> claimable(String instance, int limit) {
    return read(() -> {
      var now = clock.instant();
      return records(watched.unresolved(watch -> isClaimable(watch, instance, now), limit));
    });
  }

  private boolean isClaimable(Watch watch, String instance, Instant now) {
    var owner = watch.owner();
    if (owner == null) {
      var due = watch.due();
      return due != null && !due.isAfter(now);
    }
    var lease = leases.get(owner);
    return !owner.equals(instance) && (lease == null || !lease.isAfter(now));
  }

  @Override
  public Map<String, Long> counters(List<String> names) {
    return read(() -> {
      var values = new HashMap<String, Long>();
      names.forEach(name -> values.put(name, rows.counter(name)));
      return values;
    });
  }

  @Override
  public void renewLease(String instance, Duration ttl) {
    var _ = read(() -> leases.put(instance, Rows.later(clock.instant(), ttl)) == null);
  }

  @Override
  public void releaseLease(String instance) {
    var _ = read(() -> leases.remove(instance) == null);
  }

  private <T> T read(Supplier<T> reading) {
    T found;
    Durable durable;
    lock.lock();
    try {
      found = reading.get();
      durable = tables.sealed();
    } finally {
      lock.unlock();
    }
    durable.await();
    return found;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public Durability durability() {
    return durability;
  }

  @Override
  public void close() {
    tables.close();
  }
}
