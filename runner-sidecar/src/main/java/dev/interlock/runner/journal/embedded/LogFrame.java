package dev.interlock.runner.journal.embedded;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// A piece of a change in the log.
///
/// @param sequence the change's number, counted from 1 without gaps
/// @param acknowledged the highest number that was known to be durable when this was written: a
///   number up to it can never be missing
/// @param part which piece it is, from 0
/// @param parts how many pieces the change has
record LogFrame(long sequence, long acknowledged, int part, int parts, byte[] content) {
  private static final byte LAYOUT = 1;
  private static final int HEADER = 1 + Long.BYTES + Long.BYTES + Integer.BYTES + Integer.BYTES;

  /// The frames of a change, each with at most `limit` bytes of it.
  static List<LogFrame> split(long sequence, long acknowledged, byte[] change, int limit) {
    int parts = Math.max(1, Math.ceilDiv(change.length, limit));
    var frames = new ArrayList<LogFrame>();
    for (int part = 0; part < parts; part++) {
      int from = part * limit;
      var content =
          java.util.Arrays.copyOfRange(change, from, Math.min(change.length, from + limit));
      frames.add(new LogFrame(sequence, acknowledged, part, parts, content));
    }
    return frames;
  }

  byte[] toBytes() {
    var bytes = ByteBuffer.allocate(HEADER + content.length + Integer.BYTES);
    bytes.put(LAYOUT).putLong(sequence).putLong(acknowledged).putInt(part).putInt(parts);
    bytes.put(content);
    bytes.putInt(checksum(bytes.array(), HEADER + content.length));
    return bytes.array();
  }

  /// The frame in `bytes`, or null when it is not as it was written.
  ///
  /// @throws NewerLogException when a newer runner wrote it
  static @Nullable LogFrame read(byte[] bytes) {
    int length = bytes.length - Integer.BYTES;
    if (length < HEADER || checksum(bytes, length) != ByteBuffer.wrap(bytes).getInt(length)) {
      return null;
    }
    if (bytes[0] > LAYOUT) {
      throw new NewerLogException("log layout " + bytes[0]);
    }
    try {
      var in = ByteBuffer.wrap(bytes, 1, length - 1);
      return new LogFrame(in.getLong(), in.getLong(), in.getInt(), in.getInt(), rest(in));
    } catch (BufferUnderflowException _) {
      return null;
    }
  }

  private static byte[] rest(ByteBuffer in) {
    var content = new byte[in.remaining()];
    in.get(content);
    return content;
  }

  private static int checksum(byte[] bytes, int length) {
    var crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  /// A newer runner wrote the log.
  static final class NewerLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NewerLogException(String message) {
      super(message);
    }
  }
}
