package dev.interlock.runner.journal.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.core.io.IOCriticalErrorListener;
import org.apache.activemq.artemis.core.io.SequentialFile;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFile;
import org.apache.activemq.artemis.core.io.nio.NIOSequentialFileFactory;

/// The log's files: written in groups, each group made durable by one `fdatasync`. Beyond what
/// Artemis does, a file's name is made durable too before anything is written to it.
final class LogFiles extends NIOSequentialFileFactory {
  /// One group at most; no record is larger.
  static final int GROUP_BYTES = 256 << 10;

  private static final int GROUPED_FOR_NANOS = (int) TimeUnit.MICROSECONDS.toNanos(200);
  private static final int WRITES_AT_ONCE = 1;

  private final LogBuffers buffers = new LogBuffers(GROUP_BYTES);

  LogFiles(Path folder, IOCriticalErrorListener listener) {
    super(
        folder.toFile(),
        true,
        GROUP_BYTES,
        GROUPED_FOR_NANOS,
        WRITES_AT_ONCE,
        false,
        listener,
        null);
  }

  @Override
  public SequentialFile createSequentialFile(String name) {
    return new NamedDurably(this, getDirectory(), name);
  }

  @Override
  public ByteBuffer newBuffer(int size, boolean zeroed) {
    return buffers.borrow(size, zeroed);
  }

  @Override
  public void releaseBuffer(ByteBuffer buffer) {
    buffers.giveBack(buffer);
  }

  /// For whole files, while the log is loaded.
  @Override
  public ByteBuffer allocateDirectBuffer(int size) {
    return ByteBuffer.allocate(size);
  }

  @Override
  public void releaseDirectBuffer(ByteBuffer buffer) {
    // It is in the heap.
  }

  @Override
  public void clearBuffer(ByteBuffer buffer) {
    LogBuffers.zero(buffer);
  }

  private static final class NamedDurably extends NIOSequentialFile {
    NamedDurably(LogFiles files, File folder, String name) {
      super(files, folder, name, WRITES_AT_ONCE, null);
    }

    @Override
    public void open(int maxIo, boolean useExecutor) throws IOException {
      super.open(maxIo, useExecutor);
      JournalFolder.force(directory.toPath());
    }
  }
}
