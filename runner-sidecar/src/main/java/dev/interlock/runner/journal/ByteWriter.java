package dev.interlock.runner.journal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Bytes in the making, big-endian. What `DataOutputStream` does, without its locks and exceptions.
/// Not safe for several threads.
public final class ByteWriter {
  private byte[] bytes;
  private int length;

  /// @param capacity how many bytes it will probably be
  public ByteWriter(int capacity) {
    bytes = new byte[capacity];
  }

  private ByteBuffer room(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
    }
    length += more;
    return ByteBuffer.wrap(bytes, length - more, more);
  }

  public ByteWriter writeByte(int value) {
    room(Byte.BYTES).put((byte) value);
    return this;
  }

  public ByteWriter writeBoolean(boolean value) {
    return writeByte(value ? 1 : 0);
  }

  public ByteWriter writeInt(int value) {
    room(Integer.BYTES).putInt(value);
    return this;
  }

  public ByteWriter writeLong(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  /// The bytes as they are.
  public ByteWriter write(byte[] value) {
    room(value.length).put(value);
    return this;
  }

  /// The length, then the bytes.
  public ByteWriter writeBlock(byte[] value) {
    return writeInt(value.length).write(value);
  }

  /// The length of the UTF-8 form, then the UTF-8 form.
  public ByteWriter writeText(String value) {
    return writeBlock(value.getBytes(StandardCharsets.UTF_8));
  }

  /// A copy of everything written so far.
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  /// Begins anew.
  public void clear() {
    length = 0;
  }
}
