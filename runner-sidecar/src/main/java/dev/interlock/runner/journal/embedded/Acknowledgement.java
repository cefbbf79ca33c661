package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.journal.table.Tables.Durable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.apache.activemq.artemis.core.journal.IOCompletion;

/// The disk's answer to one change. After an error Artemis reports success too: the first answer is
/// the one that counts.
final class Acknowledgement implements IOCompletion, Durable {
  private final long sequence;
  private final Health health;
  private final Consumer<Acknowledgement> onDone;
  private final long since = System.nanoTime();
  private final CompletableFuture<Boolean> answer = new CompletableFuture<>();

  Acknowledgement(long sequence, Health health, Consumer<Acknowledgement> onDone) {
    this.sequence = sequence;
    this.health = health;
    this.onDone = onDone;
  }

  long sequence() {
    return sequence;
  }

  /// When it was asked for, in `System.nanoTime`.
  long since() {
    return since;
  }

  boolean isDone() {
    return answer.isDone();
  }

  @Override
  public void storeLineUp() {
    // Counting what is on its way is not needed: changes are acknowledged one by one.
  }

  @Override
  public void done() {
    if (answer.complete(true)) {
      onDone.accept(this);
    }
  }

  @Override
  public void onError(int code, String message) {
    var error = new java.io.IOException("error %d: %s".formatted(code, message));
    answer.completeExceptionally(error);
    health.fail("a write to its log failed", error);
  }

  /// Nobody will answer any more.
  void giveUp() {
    answer.completeExceptionally(new java.io.IOException("given up"));
  }

  @Override
  public void await() {
    try {
      answer.join();
    } catch (CompletionException e) {
      health.fail("a write to its log was not confirmed", e);
      health.check();
    }
  }
}
