package dev.interlock.runner.journal.table;

import org.jspecify.annotations.Nullable;

/// A sorted map from text to bytes. Only used under the store's lock; the arrays are never changed.
public interface Table {
  byte @Nullable [] get(String key);

  void put(String key, byte[] value);

  /// Does nothing when there is no such key.
  void remove(String key);

  /// Shows entries with `from <= key < to` in the order of their keys until `visitor` answers
  /// false. The visitor changes nothing.
  void scan(String from, String to, Visitor visitor);

  /// Looks at one entry.
  @FunctionalInterface
  interface Visitor {
    /// @return whether to go on
    boolean visit(String key, byte[] value);
  }
}
