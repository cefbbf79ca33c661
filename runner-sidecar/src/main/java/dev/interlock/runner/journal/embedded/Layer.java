package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.journal.table.Tables.Name;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Changes since some moment, in memory, over what is below them. Under the store's lock, or never
/// changed again.
final class Layer {
  /// Stands for a key that was removed. Known by identity.
  static final byte[] REMOVED = {};

  /// Whether the value stands for a removal.
  @SuppressWarnings("ReferenceEquality")
  static boolean isRemoved(byte[] value) {
    return value == REMOVED;
  }

  private static final int COST_OF_AN_ENTRY = 120;

  private final Map<Name, SortedMap<String, byte[]>> tables = new EnumMap<>(Name.class);
  private long bytes;

  Layer() {
    for (var name : Name.values()) {
      tables.put(name, new TreeMap<>());
    }
  }

  /// @param value the new value, or `REMOVED`
  void put(Name table, String key, byte[] value) {
    var before = table(table).put(key, value);
    bytes += value.length - (before == null ? -key.length() - COST_OF_AN_ENTRY : before.length);
  }

  byte @Nullable [] get(Name table, String key) {
    return table(table).get(key);
  }

  SortedMap<String, byte[]> table(Name name) {
    var table = tables.get(name);
    if (table == null) {
      throw new IllegalStateException("no table " + name);
    }
    return table;
  }

  /// About how much memory it takes.
  long bytes() {
    return bytes;
  }

  boolean isEmpty() {
    return tables.values().stream().allMatch(Map::isEmpty);
  }
}
