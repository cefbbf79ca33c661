package dev.interlock.runner.journal.table;

import dev.interlock.runner.journal.StoredRecord;
import dev.interlock.runner.journal.StoredTransition.Header;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A record as its table holds it.
///
/// @param events how many events its history has
/// @param fingerprint of its last commit
/// @param claims the claims that it took and did not release
/// @param goneAt when it is gone; absent when never, or not as it is
record RecordRow(
    long version,
    Header header,
    long events,
    byte[] fingerprint,
    List<HeldClaim> claims,
    @Nullable Instant goneAt,
    byte[] content) {

  RecordRow {
    claims = List.copyOf(claims);
  }

  /// A claim that the record took.
  ///
  /// @param until after which it loses it once it is terminal; absent when it keeps it
  record HeldClaim(String key, @Nullable Instant until) {}

  boolean isGone(Instant now) {
    return goneAt != null && !goneAt.isAfter(now);
  }

  boolean wasMadeBy(byte[] otherFingerprint) {
    return Arrays.equals(fingerprint, otherFingerprint);
  }

  StoredRecord toRecord(String id) {
    return new StoredRecord(
        id, version, header.ownership(), header.due(), header.attention(), content);
  }
}
