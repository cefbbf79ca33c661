package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.journal.JournalFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.activemq.artemis.core.journal.impl.JournalImpl;
import org.apache.activemq.artemis.core.journal.impl.dataformat.ByteArrayEncoding;

/// The changes since the last checkpoint, on disk. Appended to in order by whoever holds the
/// store's lock; answers come from Artemis' threads; trimmed by the thread that makes checkpoints.
final class WriteAheadLog implements AutoCloseable {
  private static final byte CHANGE = 1;
  private static final int PIECE_BYTES = LogFiles.GROUP_BYTES / 2;
  private static final int FEWEST_FILES = 2;
  private static final int MOST_KEPT_FILES = 6;
  private static final int NO_COMPACTION = 0;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Health health;
  private final JournalImpl journal;
  private final AtomicLong nextId = new AtomicLong();
  private final AtomicLong acknowledged = new AtomicLong();
  private final Set<Acknowledgement> pending = ConcurrentHashMap.newKeySet();
  private final Queue<Written> written = new ConcurrentLinkedQueue<>();

  /// A record in the log.
  private record Written(long sequence, long id) {}

  private WriteAheadLog(JournalFolder folder, Health health, int fileBytes) {
    this.health = health;
    var files =
        new LogFiles(
            folder.log(), (cause, message, _) -> health.fail("its log failed: " + message, cause));
    files.setDatasync(true);
    this.journal =
        new JournalImpl(
            fileBytes,
            FEWEST_FILES,
            MOST_KEPT_FILES,
            NO_COMPACTION,
            NO_COMPACTION,
            files,
            "changes",
            "log",
            1);
    health.onFailure(() -> pending.forEach(Acknowledgement::giveUp));
  }

  /// Opens the log and reads what it holds beyond `checkpoint`.
  ///
  /// @param fileBytes the size of one of its files, above `LogFiles.GROUP_BYTES`
  static Opened open(JournalFolder folder, Health health, int fileBytes, long checkpoint) {
    var log = new WriteAheadLog(folder, health, fileBytes);
    boolean opened = false;
    try {
      removeDrafts(folder);
      var recovered = log.load(checkpoint);
      requireAll(folder, recovered);
      opened = true;
      return new Opened(log, recovered);
    } catch (LogFrame.NewerLogException e) {
      throw new JournalFolderException(
          folder.path(),
          "a newer runner wrote its log (" + e.getMessage() + "): start that one",
          e);
    } catch (JournalFolderException e) {
      throw e;
    } catch (Exception e) { // Artemis declares nothing narrower.
      throw new JournalFolderException(
          folder.path(),
          "its log cannot be read (%s): make room on the disk, or restore the folder from a backup"
              .formatted(e.getMessage()),
          e);
    } finally {
      if (!opened) {
        log.close();
      }
    }
  }

  private static void requireAll(JournalFolder folder, Recovered recovered) {
    if (recovered.lost() > 0) {
      throw new JournalFolderException(
          folder.path(),
          "its log has lost change %d, which was acknowledged: restore the folder from a backup"
              .formatted(recovered.lost()),
          null);
    }
  }

  /// An open log, and what it held.
  record Opened(WriteAheadLog log, Recovered recovered) {}

  /// Files that were being made when the process died were never used.
  private static void removeDrafts(JournalFolder folder) throws IOException {
    try (var drafts = Files.newDirectoryStream(folder.log(), "*.tmp")) {
      for (var draft : drafts) {
        Files.delete(draft);
      }
    }
  }

  private Recovered load(long checkpoint) throws Exception {
    var records = new TreeMap<Long, byte[]>();
    journal.start();
    var loaded = journal.load(new RecordCollector(records));
    nextId.set(loaded.getMaxID() + 1);
    for (Map.Entry<Long, byte[]> entry : records.entrySet()) {
      var frame = LogFrame.read(entry.getValue());
      written.add(new Written(frame == null ? 0 : frame.sequence(), entry.getKey()));
    }
    return Recovered.from(records.values(), checkpoint);
  }

  /// Appends a change. It is durable when the answer says so, and with it everything before it.
  ///
  /// @param sequence one more than that of the change before
  /// @throws JournalUnavailableException when the log has failed
  Acknowledgement append(long sequence, byte[] change) {
    health.check();
    var acknowledgement = new Acknowledgement(sequence, health, this::acknowledge);
    pending.add(acknowledgement);
    try {
      for (var frame : LogFrame.split(sequence, acknowledged.get(), change, PIECE_BYTES)) {
        append(frame, acknowledgement);
      }
    } catch (Exception e) { // Artemis declares nothing narrower.
      health.fail("its log takes no change", e);
    }
    if (!health.isGood()) {
      acknowledgement.giveUp();
    }
    return acknowledgement;
  }

  private void append(LogFrame frame, Acknowledgement acknowledgement) throws Exception {
    long id = nextId.getAndIncrement();
    boolean isLast = frame.part() == frame.parts() - 1;
    journal.appendAddRecord(
        id,
        CHANGE,
        new ByteArrayEncoding(frame.toBytes()),
        isLast,
        isLast ? acknowledgement : new Unanswered(health));
    written.add(new Written(frame.sequence(), id));
  }

  private void acknowledge(Acknowledgement done) {
    acknowledged.accumulateAndGet(done.sequence(), Math::max);
    pending.remove(done);
  }

  /// Removes the changes up to `sequence`; they are durable elsewhere. What a crash brings back is
  /// older than the checkpoint and skipped.
  void trim(long sequence) {
    try {
      for (var first = written.peek();
          first != null && first.sequence() <= sequence;
          first = written.peek()) {
        journal.appendDeleteRecord(first.id(), false, new Unanswered(health));
        written.remove();
      }
    } catch (Exception e) { // Artemis declares nothing narrower.
      health.fail("its log cannot be trimmed", e);
    }
  }

  /// Fails the journal when the disk has not answered for too long.
  void checkPatience() {
    long now = System.nanoTime();
    for (var waiting : pending) {
      if (now - waiting.since() > PATIENCE.toNanos()) {
        health.fail(
            "the disk did not answer for " + PATIENCE.toSeconds() + " s",
            new IOException("time-out"));
      }
    }
  }

  @Override
  public void close() {
    try {
      journal.stop();
    } catch (Exception e) { // Artemis declares nothing narrower.
      health.fail("its log cannot be closed", e);
    }
  }
}
