package dev.interlock.runner.journal.table;

import dev.interlock.runner.journal.StoredTransition;
import dev.interlock.runner.journal.StoredTransition.ClaimChange;
import dev.interlock.runner.journal.UnreadableRecordException;
import dev.interlock.runner.journal.table.RecordRow.HeldClaim;
import dev.interlock.runner.journal.table.Tables.Name;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Applies what `CommitRules` let through, and removes what is gone. Under the store's lock.
final class TableWriter {
  private static final byte[] NOTHING = {};

  private final Tables tables;
  private final Rows rows;
  private final WatchList watched;

  /// Nothing that expires has a key before this one: spares a look at what was just removed.
  private String expiresFrom = "";

  TableWriter(Tables tables, Rows rows, WatchList watched) {
    this.tables = tables;
    this.rows = rows;
    this.watched = watched;
  }

  /// Applies the transition at `now`.
  ///
  /// @param fingerprint the transition's
  void apply(StoredTransition transition, byte[] fingerprint, Instant now) {
    var id = transition.id();
    var before = rows.record(id);
    if (before != null && before.isGone(now)) {
      remove(id, before);
      before = null;
    }
    var claims = applyClaims(transition, before, now);
    long events = appendEvents(transition, before == null ? 0 : before.events(), now);
    var next =
        new RecordRow(
            CommitRules.madeBy(transition.expected()),
            transition.header(),
            events,
            fingerprint,
            claims,
            goneAt(transition, claims, now),
            transition.content());
    new CommitRules(rows)
        .sums(transition)
        .forEach((name, sum) -> tables.table(Name.COUNTERS).put(name, RowFormat.write(sum)));
    put(id, before, next);
  }

  private List<HeldClaim> applyClaims(
      StoredTransition transition, @Nullable RecordRow before, Instant now) {
    var claims = tables.table(Name.CLAIMS);
    var held = new LinkedHashMap<String, @Nullable Instant>();
    if (before != null) {
      before.claims().forEach(claim -> held.put(claim.key(), claim.until()));
    }
    for (var change : transition.claims()) {
      switch (change) {
        case ClaimChange.Take(var key, var keptFor) -> {
          var until = keptFor == null ? null : Rows.later(now, keptFor);
          claims.put(key, RowFormat.write(new ClaimRow(transition.id(), until)));
          held.put(key, until);
        }
        case ClaimChange.Release(var key) -> {
          release(transition.id(), key);
          held.remove(key);
        }
      }
    }
    var list = new ArrayList<HeldClaim>();
    held.forEach((key, until) -> list.add(new HeldClaim(key, until)));
    return list;
  }

  private void release(String id, String key) {
    var claim = rows.claim(key);
    if (claim != null && claim.holder().equals(id)) {
      tables.table(Name.CLAIMS).remove(key);
    }
  }

  private long appendEvents(StoredTransition transition, long sequence, Instant now) {
    for (var event : transition.events()) {
      sequence++;
      tables
          .table(Name.EVENTS)
          .put(Rows.eventKey(transition.id(), sequence), RowFormat.write(now, event));
    }
    return sequence;
  }

  private static @Nullable Instant goneAt(
      StoredTransition transition, List<HeldClaim> claims, Instant now) {
    var keepFor = transition.header().keepFor();
    if (!transition.header().terminal() || keepFor == null) {
      return null;
    }
    var goneAt = Rows.later(now, keepFor);
    for (var claim : claims) {
      var until = claim.until();
      goneAt = until != null && until.isAfter(goneAt) ? until : goneAt;
    }
    return goneAt;
  }

  private void put(String id, @Nullable RecordRow before, RecordRow next) {
    var goneBefore = before == null ? null : before.goneAt();
    if (goneBefore != null) {
      tables.table(Name.EXPIRY).remove(Rows.expiryKey(goneBefore, id));
    }
    var goneAt = next.goneAt();
    if (goneAt != null) {
      var key = Rows.expiryKey(goneAt, id);
      tables.table(Name.EXPIRY).put(key, NOTHING);
      expiresFrom = key.compareTo(expiresFrom) < 0 ? key : expiresFrom;
    }
    tables.table(Name.RECORDS).put(id, RowFormat.write(next));
    if (next.header().terminal() && !next.header().attention()) {
      tables.table(Name.WATCHED).remove(id);
      watched.remove(id);
    } else {
      var watch = Watch.of(id, next);
      tables.table(Name.WATCHED).put(id, RowFormat.write(watch));
      watched.put(watch);
    }
  }

  /// Removes up to `limit` records that are gone.
  ///
  /// @return how many were removed
  int purge(Instant now, int limit) {
    var due = new ArrayList<String>();
    var until = Rows.expiryKey(now.plusMillis(1), "");
    if (limit > 0 && expiresFrom.compareTo(until) < 0) {
      tables
          .table(Name.EXPIRY)
          .scan(expiresFrom, until, (key, _) -> due.add(key) && due.size() < limit);
    }
    int removed = 0;
    for (var key : due) {
      var id = Rows.expiring(key);
      var row = readable(id);
      if (row == null) {
        tables.table(Name.EXPIRY).remove(key);
      } else if (row.isGone(now)) {
        remove(id, row);
        removed++;
        expiresFrom = key;
      }
    }
    return removed;
  }

  /// A record that cannot be read is left where it is, for a person to look at.
  private @Nullable RecordRow readable(String id) {
    try {
      return rows.record(id);
    } catch (UnreadableRecordException _) {
      return null;
    }
  }

  private void remove(String id, RecordRow row) {
    for (var claim : row.claims()) {
      release(id, claim.key());
    }
    for (long sequence = 1; sequence <= row.events(); sequence++) {
      tables.table(Name.EVENTS).remove(Rows.eventKey(id, sequence));
    }
    var goneAt = row.goneAt();
    if (goneAt != null) {
      tables.table(Name.EXPIRY).remove(Rows.expiryKey(goneAt, id));
    }
    tables.table(Name.RECORDS).remove(id);
    tables.table(Name.WATCHED).remove(id);
    watched.remove(id);
  }
}
