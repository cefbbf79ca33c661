package dev.interlock.runner.journal.table;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What is kept in memory of a record that is unresolved or needs attention.
///
/// @param owner the instance that owns it; absent when nobody does
record Watch(
    String id,
    @Nullable String owner,
    @Nullable Instant due,
    boolean attention,
    boolean unresolved) {

  static Watch of(String id, RecordRow row) {
    var owner = row.header().ownership().owner();
    return new Watch(
        id,
        owner == null ? null : owner.value(),
        row.header().due(),
        row.header().attention(),
        !row.header().terminal());
  }
}
