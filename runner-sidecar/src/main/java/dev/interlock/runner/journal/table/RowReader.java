package dev.interlock.runner.journal.table;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Reads what `ByteWriter` wrote.
final class RowReader {
  private final ByteBuffer bytes;

  RowReader(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  private int available(int length) {
    if (length < 0 || length > bytes.remaining()) {
      throw new MalformedRowException(
          "%d bytes wanted, %d left".formatted(length, bytes.remaining()));
    }
    return length;
  }

  private ByteBuffer next(int length) {
    var _ = available(length);
    return bytes;
  }

  int readByte() {
    return next(Byte.BYTES).get();
  }

  boolean readBoolean() {
    return readByte() != 0;
  }

  int readInt() {
    return next(Integer.BYTES).getInt();
  }

  long readLong() {
    return next(Long.BYTES).getLong();
  }

  byte[] readBlock() {
    var block = new byte[available(readInt())];
    bytes.get(block);
    return block;
  }

  String readText() {
    return new String(readBlock(), StandardCharsets.UTF_8);
  }

  @Nullable String readOptionalText() {
    return readBoolean() ? readText() : null;
  }

  @Nullable Instant readInstant() {
    if (!readBoolean()) {
      return null;
    }
    try {
      return Instant.ofEpochSecond(readLong(), readInt());
    } catch (DateTimeException e) {
      throw new MalformedRowException(e.getMessage());
    }
  }

  void requireEnd() {
    if (bytes.hasRemaining()) {
      throw new MalformedRowException(bytes.remaining() + " bytes too many");
    }
  }

  /// The bytes are no row.
  static final class MalformedRowException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedRowException(@Nullable String message) {
      super(message);
    }
  }
}
