package dev.interlock.runner.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/// The end of one sidecar inside the test's own process: from the moment it is dead, every call to
/// a port throws an `Error`, so nothing of it does anything any more. No production code knows.
public final class Death {
  /// Thrown at whatever a dead sidecar tries to do.
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    Killed() {
      super("killed", null, false, false);
    }
  }

  /// Where a sidecar dies.
  ///
  /// @param commit at the n-th commit of all sidecars together, from 1; 0 never
  /// @param tookEffect whether that commit is durable, or never reached the store
  public record Point(int commit, boolean tookEffect) {
    public static final Point NEVER = new Point(0, false);

    @Override
    public String toString() {
      return commit == 0 ? "never" : (tookEffect ? "after" : "before") + " commit " + commit;
    }
  }

  private final Point point;
  private final AtomicInteger commits;
  private final AtomicBoolean reached;
  private final List<Runnable> last = new ArrayList<>();
  private volatile boolean dead;

  public Death(Point point) {
    this(point, new AtomicInteger(), new AtomicBoolean());
  }

  private Death(Point point, AtomicInteger commits, AtomicBoolean reached) {
    this.point = point;
    this.commits = commits;
    this.reached = reached;
  }

  /// The death that the next sidecar faces: commits are counted on.
  Death ofNext() {
    return new Death(point, commits, reached);
  }

  public boolean isDead() {
    return dead;
  }

  /// Whether any sidecar came to the point, where it dies.
  public boolean isReached() {
    return reached.get();
  }

  /// Kills now.
  public void now() {
    List<Runnable> things;
    synchronized (last) {
      dead = true;
      things = List.copyOf(last);
    }
    things.forEach(Runnable::run);
  }

  /// What the operating system does when a process ends: its sockets close, its threads stop.
  void thenDo(Runnable thing) {
    synchronized (last) {
      last.add(thing);
    }
  }

  void check() {
    if (dead) {
      throw new Killed();
    }
  }

  /// Counts a commit, and dies here when the point is before it.
  ///
  /// @return whether the sidecar dies right after it
  boolean beforeCommit() {
    check();
    if (commits.incrementAndGet() != point.commit()) {
      return false;
    }
    reached.set(true);
    if (point.tookEffect()) {
      return true;
    }
    now();
    throw new Killed();
  }
}
