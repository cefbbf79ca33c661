package dev.interlock.runner.journal.embedded;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.h2.mvstore.SFChunk;
import org.h2.mvstore.SingleFileStore;

/// MVStore's file, read in a way that an interrupt cannot close: it is read on callers' threads,
/// and a file channel closes itself for everybody when the thread that reads it is interrupted.
final class InterruptProofFile extends SingleFileStore {
  private final RandomAccessFile reader;

  private InterruptProofFile(Map<String, Object> config, RandomAccessFile reader) {
    super(config);
    this.reader = reader;
  }

  /// @param cacheMegabytes how much of it is kept in memory
  static InterruptProofFile open(Path file, int cacheMegabytes) throws FileNotFoundException {
    var config = new HashMap<String, Object>();
    config.put("cacheSize", cacheMegabytes);
    config.put("autoCommitDelay", 0);
    var opened = new InterruptProofFile(config, new RandomAccessFile(file.toFile(), "rw"));
    opened.open(file.toString(), false, (char[]) null);
    return opened;
  }

  @Override
  public ByteBuffer readFully(SFChunk chunk, long position, int length) {
    var bytes = new byte[length];
    try {
      synchronized (reader) {
        reader.seek(position);
        reader.readFully(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ByteBuffer.wrap(bytes);
  }

  @Override
  public void close() {
    try {
      reader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      super.close();
    }
  }
}
