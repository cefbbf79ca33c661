package dev.interlock.runner.journal.table;

import dev.interlock.runner.execution.Journal.Filter;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The records that are unresolved or need attention, in memory: what polling looks at. Under the
/// store's lock.
final class WatchList {
  private static final Comparator<Watch> DUE_FIRST =
      Comparator.comparing(
              Watch::due, Comparator.nullsLast(Comparator.<java.time.Instant>naturalOrder()))
          .thenComparing(Watch::id);

  private final TreeMap<String, Watch> byId = new TreeMap<>();

  void put(Watch watch) {
    byId.put(watch.id(), watch);
  }

  void remove(String id) {
    byId.remove(id);
  }

  List<String> list(String prefix, Filter filter, int limit) {
    return byId.subMap(prefix, prefix + Character.MAX_VALUE).values().stream()
        .filter(watch -> filter == Filter.ATTENTION ? watch.attention() : watch.unresolved())
        .limit(limit)
        .map(Watch::id)
        .toList();
  }

  List<String> unresolved(Predicate<Watch> claimable, int limit) {
    return byId.values().stream()
        .filter(watch -> watch.unresolved() && claimable.test(watch))
        .sorted(DUE_FIRST)
        .limit(limit)
        .map(Watch::id)
        .toList();
  }
}
