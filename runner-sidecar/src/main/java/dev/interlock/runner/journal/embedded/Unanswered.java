package dev.interlock.runner.journal.embedded;

import org.apache.activemq.artemis.core.journal.IOCompletion;

/// For records whose answer nobody waits for: only an error is of interest.
record Unanswered(Health health) implements IOCompletion {
  @Override
  public void storeLineUp() {
    // Nobody waits.
  }

  @Override
  public void done() {
    // Nobody waits.
  }

  @Override
  public void onError(int code, String message) {
    health.fail(
        "a write to its log failed",
        new java.io.IOException("error %d: %s".formatted(code, message)));
  }
}
