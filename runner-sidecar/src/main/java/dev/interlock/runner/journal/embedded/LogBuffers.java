package dev.interlock.runner.journal.embedded;

import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A few buffers outside the heap, used again and again by the log's threads and left to the
/// collector. (Artemis' own pool frees them by hand, which Netty refuses on this JDK.)
final class LogBuffers {
  private static final int KEPT = 4;

  private final Queue<ByteBuffer> kept = new ConcurrentLinkedQueue<>();
  private final int capacity;

  /// @param capacity what most buffers need
  LogBuffers(int capacity) {
    this.capacity = capacity;
  }

  /// A buffer with this limit; all zeros where asked.
  ByteBuffer borrow(int size, boolean zeroed) {
    var reused = size <= capacity ? kept.poll() : null;
    if (reused == null) {
      return ByteBuffer.allocateDirect(Math.max(size, capacity)).limit(size);
    }
    reused.clear().limit(size);
    if (zeroed) {
      zero(reused);
    }
    return reused;
  }

  /// Zeros up to the limit; leaves the position at 0.
  static void zero(ByteBuffer buffer) {
    buffer.position(0);
    while (buffer.remaining() >= Long.BYTES) {
      buffer.putLong(0);
    }
    while (buffer.hasRemaining()) {
      buffer.put((byte) 0);
    }
    buffer.position(0);
  }

  void giveBack(ByteBuffer buffer) {
    if (buffer.isDirect() && buffer.capacity() == capacity && kept.size() < KEPT) {
      kept.add(buffer);
    }
  }
}
