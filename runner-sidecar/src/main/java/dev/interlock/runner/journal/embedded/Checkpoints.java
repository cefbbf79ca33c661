package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.journal.JournalFolderException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;
import org.h2.mvstore.MVStoreException;

/// The thread that moves changes from memory to the store and then drops them from the log. It owns
/// the store and the log, and closes them.
final class Checkpoints implements Runnable, AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final int PURGED_AT_ONCE = 1_000;

  private final JournalFolder folder;
  private final Health health;
  private final ColdStore cold;
  private final WriteAheadLog log;
  private final Layers layers;
  private final Duration every;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread =
      Thread.ofPlatform().name("journal-checkpoints").daemon().unstarted(this);
  private IntConsumer purge = _ -> {};
  private long lastAt = System.nanoTime();

  Checkpoints(
      JournalFolder folder,
      Health health,
      ColdStore cold,
      WriteAheadLog log,
      Layers layers,
      Duration every) {
    this.folder = folder;
    this.health = health;
    this.cold = cold;
    this.log = log;
    this.layers = layers;
    this.every = every;
  }

  /// Takes over what the log held, before the thread is started.
  ///
  /// @return the number of the last change; the next one has the next
  long recover(Recovered recovered) {
    try {
      for (var change : recovered.changes()) {
        Redo.replay(change, layers.newest());
      }
    } catch (IllegalArgumentException e) {
      throw new JournalFolderException(
          folder.path(), "its log is corrupt: restore the folder from a backup", e);
    }
    layers.sealed(recovered.highest(), () -> {});
    if (recovered.isTorn()) {
      // The numbers of what was dropped are not given away again while it is in the log.
      cold.write(layers.newest(), recovered.highest());
      log.trim(recovered.highest());
    }
    return recovered.highest();
  }

  /// Starts the thread.
  ///
  /// @param purging removes up to a number of records that are gone
  void start(IntConsumer purging) {
    purge = purging;
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (closing.getCount() > 0 && health.isGood()) {
        boolean full = layers.awaitFull(LOOK_EVERY);
        log.checkPatience();
        if (full || System.nanoTime() - lastAt > every.toNanos()) {
          checkpoint();
        } else {
          purge();
        }
      }
      if (health.isGood()) {
        checkpoint();
      }
    } catch (JournalUnavailableException | InterruptedException _) {
      // Told by health to everybody who commits or reads.
    } catch (Throwable e) {
      health.fail("a checkpoint failed", e);
    }
    closeAll();
  }

  private void purge() {
    try {
      purge.accept(PURGED_AT_ONCE);
    } catch (JournalUnavailableException _) {
      // The disk is nearly full, or health has told the others: the next round sees which.
    }
  }

  private void checkpoint() {
    lastAt = System.nanoTime();
    var frozen = layers.freeze();
    if (frozen == null) {
      return;
    }
    frozen.durable().await();
    cold.write(frozen.layer(), frozen.sequence());
    layers.moved();
    log.trim(frozen.sequence());
    cold.reclaim();
  }

  /// After a failure, reading goes on until somebody closes the journal, so nothing is closed
  /// before.
  private void closeAll() {
    awaitUninterruptibly(closing);
    boolean clean = health.isGood();
    health.close();
    log.close();
    try {
      if (clean) {
        cold.close();
      } else {
        cold.abandon();
      }
    } catch (MVStoreException e) {
      health.fail("its store cannot be closed", e);
    }
    folder.close();
  }

  @Override
  public void close() {
    closing.countDown();
    layers.wake();
    joinUninterruptibly(thread);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    uninterruptibly(latch::await);
  }

  private static void joinUninterruptibly(Thread thread) {
    uninterruptibly(thread::join);
  }

  private static void uninterruptibly(Waiting waiting) {
    boolean interrupted = false;
    while (true) {
      try {
        waiting.run();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Waiting {
    void run() throws InterruptedException;
  }
}
