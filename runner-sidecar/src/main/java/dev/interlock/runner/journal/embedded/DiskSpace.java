package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.JournalUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// Refuses changes while there is still room to end what has begun: first new records, then, close
/// to the end, every change. Works again by itself once there is room. Under the store's lock.
final class DiskSpace {
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final Path folder;
  private final long reserve;
  private long usable;
  private long lookedAt;

  /// @param reserve bytes that new records leave free; other changes leave a quarter of it
  DiskSpace(Path folder, long reserve) throws IOException {
    this.folder = folder;
    this.reserve = reserve;
    look();
  }

  private void look() throws IOException {
    usable = Files.getFileStore(folder).getUsableSpace();
    lookedAt = System.nanoTime();
  }

  /// @param creates whether the change makes a new record
  /// @throws JournalUnavailableException when there is too little room for the change
  void admit(boolean creates) {
    try {
      if (System.nanoTime() - lookedAt > LOOK_EVERY.toNanos()) {
        look();
      }
    } catch (IOException e) {
      throw new JournalUnavailableException(
          "journal folder %s: cannot see how much room there is".formatted(folder), e);
    }
    long needed = creates ? reserve : reserve / 4;
    if (usable < needed) {
      throw new JournalUnavailableException(
          "journal folder %s: the disk has %d bytes left, %s needs %d: make room"
              .formatted(folder, usable, creates ? "a new operation" : "a change", needed));
    }
  }
}
