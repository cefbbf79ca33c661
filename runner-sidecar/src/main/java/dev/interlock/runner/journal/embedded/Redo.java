package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.journal.table.Tables.Name;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One change as the log holds it: what was put and removed, in order. Doing it twice does no harm.
/// Under the store's lock.
final class Redo {
  /// Names of tables in the log: their order never changes.
  private static final Name[] TABLES = {
    Name.RECORDS, Name.EVENTS, Name.CLAIMS, Name.COUNTERS, Name.WATCHED, Name.EXPIRY
  };

  private static final int REMOVAL = -1;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
  private final DataOutputStream out = new DataOutputStream(bytes);

  /// @param value the new value, or `Layer.REMOVED`
  void put(Name table, String key, byte[] value) {
    try {
      out.writeByte(Arrays.asList(TABLES).indexOf(table));
      var name = key.getBytes(StandardCharsets.UTF_8);
      out.writeInt(name.length);
      out.write(name);
      out.writeInt(Layer.isRemoved(value) ? REMOVAL : value.length);
      out.write(value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The change so far; begins a new one.
  byte[] take() {
    var taken = bytes.toByteArray();
    bytes.reset();
    return taken;
  }

  /// Does the change in `bytes` to `layer`.
  static void replay(byte[] bytes, Layer layer) throws IOException {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      while (in.available() > 0) {
        var table = TABLES[in.readByte()];
        var key = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        int length = in.readInt();
        layer.put(table, key, length == REMOVAL ? Layer.REMOVED : in.readNBytes(length));
      }
    }
  }
}
