package dev.interlock.runner.journal;

import dev.interlock.runner.operation.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Lists what can be read, so that one bad record does not hide the others. Each bad one is logged
/// once: somebody has to act.
final class ReadableRecords {
  private static final Logger log = LoggerFactory.getLogger(ReadableRecords.class);

  private final Set<String> unreadable = ConcurrentHashMap.newKeySet();

  /// Up to `limit` snapshots of those that `list` gives when asked for at most a number.
  List<Snapshot> read(int limit, IntFunction<List<StoredRecord>> list) {
    int known;
    List<Snapshot> snapshots;
    do {
      known = unreadable.size();
      snapshots = readable(list.apply(Math.addExact(limit, known)));
    } while (unreadable.size() > known);
    return snapshots.size() > limit ? snapshots.subList(0, limit) : snapshots;
  }

  private List<Snapshot> readable(List<StoredRecord> records) {
    var snapshots = new ArrayList<Snapshot>();
    for (var stored : records) {
      try {
        snapshots.add(JournalCodec.readSnapshot(stored));
      } catch (UnreadableRecordException e) {
        if (unreadable.add(stored.id())) {
          log.atError()
              .addKeyValue("operationId", stored.id())
              .addKeyValue("reason", e.getMessage())
              .log("A record of the journal cannot be read; it is left as it is");
        }
      }
    }
    return snapshots;
  }
}
