package dev.interlock.runner.journal.table;

import dev.interlock.runner.journal.StoredEvent;
import dev.interlock.runner.journal.table.Tables.Name;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The tables as rows. Under the store's lock.
final class Rows {
  /// Times beyond this one count as this one, so that any duration can be added to the clock.
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private static final int EXPIRY_DIGITS = 15;

  private final Tables tables;

  Rows(Tables tables) {
    this.tables = tables;
  }

  /// The row, also of a record that is gone and not yet removed.
  @Nullable RecordRow record(String id) {
    var bytes = tables.table(Name.RECORDS).get(id);
    return bytes == null ? null : RowFormat.readRecord(id, bytes);
  }

  /// The row, unless the record is gone.
  @Nullable RecordRow live(String id, Instant now) {
    var row = record(id);
    return row == null || row.isGone(now) ? null : row;
  }

  @Nullable ClaimRow claim(String key) {
    var bytes = tables.table(Name.CLAIMS).get(key);
    return bytes == null ? null : RowFormat.readClaim(key, bytes);
  }

  /// Who holds the claim now, by the rule of `JournalStore.commit`, 5.
  @Nullable String holder(String key, Instant now) {
    var claim = claim(key);
    var holder = claim == null ? null : live(claim.holder(), now);
    if (claim == null || holder == null) {
      return null;
    }
    var until = claim.until();
    boolean over = holder.header().terminal() && until != null && !until.isAfter(now);
    return over ? null : claim.holder();
  }

  long counter(String name) {
    var bytes = tables.table(Name.COUNTERS).get(name);
    return bytes == null ? 0 : RowFormat.readCount(name, bytes);
  }

  List<StoredEvent> events(String id, long count) {
    var events = new ArrayList<StoredEvent>();
    for (long sequence = 1; sequence <= count; sequence++) {
      var bytes = tables.table(Name.EVENTS).get(eventKey(id, sequence));
      if (bytes == null) {
        throw new IllegalStateException("%s: event %d is missing".formatted(id, sequence));
      }
      events.add(RowFormat.readEvent(id, sequence, bytes));
    }
    return events;
  }

  static String eventKey(String id, long sequence) {
    return id + "/" + padded(sequence, 8);
  }

  /// Sorts by time: the key of a record that is gone at `goneAt`.
  static String expiryKey(Instant goneAt, String id) {
    return padded(goneAt.toEpochMilli(), EXPIRY_DIGITS) + "/" + id;
  }

  /// With zeros in front, so that text sorts as the numbers do.
  private static String padded(long number, int digits) {
    var plain = Long.toString(number);
    return plain.length() >= digits ? plain : "0".repeat(digits - plain.length()) + plain;
  }

  /// The record that an expiry key is about.
  static String expiring(String expiryKey) {
    return expiryKey.substring(EXPIRY_DIGITS + 1);
  }

  static Instant later(Instant now, Duration duration) {
    var longest = Duration.between(now, LATEST);
    return duration.compareTo(longest) < 0 ? now.plus(duration) : LATEST;
  }
}
