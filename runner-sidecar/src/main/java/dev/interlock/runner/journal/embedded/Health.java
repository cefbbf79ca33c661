package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.JournalUnavailableException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether the journal can still be trusted. Once a write failed it is not known what is on the
/// disk, so nothing is read or written any more until the runner is started again and reads the
/// folder anew. Safe for any thread.
final class Health {
  private static final Logger log = LoggerFactory.getLogger(Health.class);

  private final Path folder;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private @Nullable JournalUnavailableException failure;

  Health(Path folder) {
    this.folder = folder;
  }

  /// Ends all use of the journal; the first failure is the one that is told.
  ///
  /// @param problem what failed, as part of a sentence
  void fail(String problem, Throwable cause) {
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure =
          new JournalUnavailableException(
              "journal folder %s: %s (%s). Nothing that was acknowledged is lost: see that the disk is sound and not full, then start the runner again"
                  .formatted(folder, problem, cause.getMessage()),
              cause);
    }
    log.atError()
        .setCause(cause)
        .addKeyValue("folder", folder)
        .log("The journal failed: " + problem);
    listeners.forEach(Runnable::run);
  }

  /// The journal was closed on purpose.
  synchronized void close() {
    if (failure == null) {
      failure = new JournalUnavailableException("journal folder %s is closed".formatted(folder));
    }
  }

  synchronized boolean isGood() {
    return failure == null;
  }

  /// @throws JournalUnavailableException when the journal cannot be trusted any more
  synchronized void check() {
    if (failure != null) {
      throw new JournalUnavailableException(String.valueOf(failure.getMessage()), failure);
    }
  }

  /// Runs `listener` once when the journal fails.
  void onFailure(Runnable listener) {
    listeners.add(listener);
  }
}
