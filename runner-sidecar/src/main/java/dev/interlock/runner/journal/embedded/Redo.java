package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.journal.ByteWriter;
import dev.interlock.runner.journal.table.Tables.Name;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// One change as the log holds it: what was put and removed, in order. Doing it twice does no harm.
/// Under the store's lock.
final class Redo {
  /// Names of tables in the log: their order never changes.
  private static final List<Name> TABLES =
      List.of(Name.RECORDS, Name.EVENTS, Name.CLAIMS, Name.COUNTERS, Name.WATCHED, Name.EXPIRY);

  private static final int REMOVAL = -1;

  private final ByteWriter out = new ByteWriter(8192);

  /// @param value the new value, or `Layer.REMOVED`
  void put(Name table, String key, byte[] value) {
    out.writeByte(TABLES.indexOf(table)).writeText(key);
    if (Layer.isRemoved(value)) {
      out.writeInt(REMOVAL);
    } else {
      out.writeBlock(value);
    }
  }

  /// The change so far; begins a new one.
  byte[] take() {
    var taken = out.toBytes();
    out.clear();
    return taken;
  }

  /// Does the change in `bytes` to `layer`.
  ///
  /// @throws IllegalArgumentException when they are no change
  static void replay(byte[] bytes, Layer layer) {
    var in = ByteBuffer.wrap(bytes);
    try {
      while (in.hasRemaining()) {
        var table = TABLES.get(in.get());
        var key = new String(block(in, in.getInt()), StandardCharsets.UTF_8);
        int length = in.getInt();
        layer.put(table, key, length == REMOVAL ? Layer.REMOVED : block(in, length));
      }
    } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("not a change of the journal", e);
    }
  }

  private static byte[] block(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("a block of %d bytes".formatted(length));
    }
    var block = new byte[length];
    in.get(block);
    return block;
  }
}
