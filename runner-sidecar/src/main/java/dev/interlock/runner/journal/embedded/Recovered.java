package dev.interlock.runner.journal.embedded;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a log holds beyond a checkpoint.
///
/// @param changes the changes that follow the checkpoint without a gap, in order
/// @param last the number of the last of them; the checkpoint when there is none
/// @param highest the highest number found at all, at least `last`. What lies between them was
///   being written when the process or the machine died; it was never acknowledged and is dropped.
/// @param lost the number of a change that was acknowledged and is not there; 0 when there is none
record Recovered(List<byte[]> changes, long last, long highest, long lost) {

  /// Sorts out `records`, the log's content in any order.
  ///
  /// @throws LogFrame.NewerLogException when a newer runner wrote one
  static Recovered from(Collection<byte[]> records, long checkpoint) {
    var pieces = new TreeMap<Long, List<LogFrame>>();
    long acknowledged = 0;
    for (var bytes : records) {
      var frame = LogFrame.read(bytes);
      if (frame != null) {
        pieces.computeIfAbsent(frame.sequence(), _ -> new ArrayList<>()).add(frame);
        acknowledged = Math.max(acknowledged, frame.acknowledged());
      }
    }
    var changes = new ArrayList<byte[]>();
    long last = checkpoint;
    for (var change = next(pieces, last); change != null; change = next(pieces, last)) {
      changes.add(change);
      last++;
    }
    long highest = pieces.isEmpty() ? last : Math.max(last, pieces.lastKey());
    return new Recovered(changes, last, highest, acknowledged > last ? last + 1 : 0);
  }

  private static byte @Nullable [] next(Map<Long, List<LogFrame>> pieces, long last) {
    var frames = pieces.get(last + 1);
    if (frames == null || frames.size() != frames.getFirst().parts()) {
      return null;
    }
    var change = new ByteArrayOutputStream();
    frames.stream()
        .sorted(java.util.Comparator.comparingInt(LogFrame::part))
        .forEach(frame -> change.writeBytes(frame.content()));
    return change.toByteArray();
  }

  /// Whether something was being written when the process died.
  boolean isTorn() {
    return highest > last;
  }
}
