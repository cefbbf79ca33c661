package dev.interlock.runner.journal.embedded;

import java.util.ArrayDeque;
import java.util.Deque;

/// What to take back, newest first, when opening something stops halfway.
final class Undo implements AutoCloseable {
  private final Deque<Runnable> steps = new ArrayDeque<>();

  void add(Runnable step) {
    steps.push(step);
  }

  /// It was opened to the end: nothing is taken back.
  void keep() {
    steps.clear();
  }

  @Override
  public void close() {
    steps.forEach(Runnable::run);
  }
}
