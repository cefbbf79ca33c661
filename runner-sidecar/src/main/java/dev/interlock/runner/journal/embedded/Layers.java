package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.journal.table.Tables.Durable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is in memory only: the layer that changes go to, and, while a checkpoint is under way, the
/// one that it moves to the store. Under the store's lock; methods that wait take it themselves.
final class Layers implements Supplier<List<Layer>> {
  private final ReentrantLock lock;
  private final Health health;
  private final Settings settings;
  private final Condition filled;
  private final Condition emptied;
  private Layer newest = new Layer();
  private @Nullable Layer moving;
  private List<Layer> all = List.of(newest);
  private long sequence;
  private Durable durable = Durable.ALREADY;
  private volatile long unsaved;
  private boolean woken;

  Layers(ReentrantLock lock, Health health, Settings settings) {
    this.lock = lock;
    this.health = health;
    this.settings = settings;
    this.filled = lock.newCondition();
    this.emptied = lock.newCondition();
    health.onFailure(this::wake);
  }

  /// Newest first.
  @Override
  public List<Layer> get() {
    return all;
  }

  /// Where changes go.
  Layer newest() {
    return newest;
  }

  /// From now on the newest layer holds the changes up to `upTo`.
  void sealed(long upTo, Durable itsDurable) {
    sequence = upTo;
    durable = itsDurable;
    unsaved = newest.bytes();
    if (isFull()) {
      filled.signalAll();
    }
  }

  private boolean isFull() {
    return newest.bytes() >= settings.checkpointBytes();
  }

  /// Waits until the newest layer is full, somebody calls `wake`, or the time is over.
  ///
  /// @return whether it is full
  boolean awaitFull(Duration atMost) throws InterruptedException {
    lock.lock();
    try {
      long left = atMost.toNanos();
      while (left > 0 && !woken && !isFull()) {
        left = filled.awaitNanos(left);
      }
      return isFull();
    } finally {
      lock.unlock();
    }
  }

  /// Wakes whoever waits here, and lets nobody wait any more.
  void wake() {
    lock.lock();
    try {
      woken = true;
      filled.signalAll();
      emptied.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// A layer that does not change any more.
  ///
  /// @param sequence the number of the last change in it
  /// @param durable waits for that change
  record Frozen(Layer layer, long sequence, Durable durable) {}

  /// Puts a new layer on top; null when there is nothing to move. Each call that gives a layer is
  /// followed by `moved` before the next.
  @Nullable Frozen freeze() {
    lock.lock();
    try {
      if (newest.isEmpty()) {
        return null;
      }
      var frozen = new Frozen(newest, sequence, durable);
      moving = newest;
      newest = new Layer();
      all = List.of(newest, frozen.layer());
      return frozen;
    } finally {
      lock.unlock();
    }
  }

  /// The frozen layer is in the store.
  void moved() {
    lock.lock();
    try {
      moving = null;
      all = List.of(newest);
      unsaved = newest.bytes();
      emptied.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Holds a committer up while more is in memory than the checkpoint can move away. Without the
  /// lock.
  void awaitRoom() {
    if (unsaved < settings.stallBytes()) {
      return;
    }
    lock.lock();
    try {
      while (moving != null && newest.bytes() >= settings.stallBytes() && health.isGood()) {
        emptied.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }
}
