package dev.interlock.runner.journal.table;

import dev.interlock.runner.journal.StoredEvent;
import dev.interlock.runner.journal.StoredTransition.Header;
import dev.interlock.runner.journal.UnreadableRecordException;
import dev.interlock.runner.journal.table.RecordRow.HeldClaim;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.Ownership;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/// Rows as bytes. Each begins with the layout's number, so that a newer layout is refused.
final class RowFormat {
  private static final int LAYOUT = 1;

  private RowFormat() {}

  static byte[] write(RecordRow row) {
    return written(out -> {
      out.writeLong(row.version());
      writeHeader(out, row.header());
      out.writeLong(row.events());
      writeBytes(out, row.fingerprint());
      out.writeInt(row.claims().size());
      for (var claim : row.claims()) {
        writeText(out, claim.key());
        writeInstant(out, claim.until());
      }
      writeInstant(out, row.goneAt());
      writeBytes(out, row.content());
    });
  }

  static RecordRow readRecord(String id, byte[] bytes) {
    return read(
        id,
        bytes,
        in -> {
          long version = in.readLong();
          var header = readHeader(in);
          long events = in.readLong();
          var fingerprint = readBytes(in);
          var claims = new ArrayList<HeldClaim>();
          for (int left = in.readInt(); left > 0; left--) {
            claims.add(new HeldClaim(readText(in), readInstant(in)));
          }
          return new RecordRow(
              version, header, events, fingerprint, claims, readInstant(in), readBytes(in));
        });
  }

  private static void writeHeader(DataOutput out, Header header) throws IOException {
    writeText(out, header.state());
    var owner = header.ownership().owner();
    writeOptionalText(out, owner == null ? null : owner.value());
    out.writeLong(header.ownership().epoch());
    writeInstant(out, header.due());
    out.writeBoolean(header.attention());
    out.writeBoolean(header.terminal());
    var keepFor = header.keepFor();
    writeInstant(out, keepFor == null ? null : Instant.EPOCH.plus(keepFor));
  }

  private static Header readHeader(DataInput in) throws IOException {
    var state = readText(in);
    var owner = readOptionalText(in);
    var ownership = new Ownership(owner == null ? null : new InstanceId(owner), in.readLong());
    var due = readInstant(in);
    boolean attention = in.readBoolean();
    boolean terminal = in.readBoolean();
    var keepFor = readInstant(in);
    return new Header(
        state,
        ownership,
        due,
        attention,
        terminal,
        keepFor == null ? null : Duration.between(Instant.EPOCH, keepFor));
  }

  static byte[] write(ClaimRow row) {
    return written(out -> {
      writeText(out, row.holder());
      writeInstant(out, row.until());
    });
  }

  static ClaimRow readClaim(String key, byte[] bytes) {
    return read(key, bytes, in -> new ClaimRow(readText(in), readInstant(in)));
  }

  static byte[] write(Watch watch) {
    return written(out -> {
      writeOptionalText(out, watch.owner());
      writeInstant(out, watch.due());
      out.writeBoolean(watch.attention());
      out.writeBoolean(watch.unresolved());
    });
  }

  static Watch readWatch(String id, byte[] bytes) {
    return read(
        id,
        bytes,
        in ->
            new Watch(
                id, readOptionalText(in), readInstant(in), in.readBoolean(), in.readBoolean()));
  }

  static byte[] write(Instant storedAt, byte[] content) {
    return written(out -> {
      writeInstant(out, storedAt);
      writeBytes(out, content);
    });
  }

  static StoredEvent readEvent(String id, long sequence, byte[] bytes) {
    return read(
        id,
        bytes,
        in -> {
          var storedAt = readInstant(in);
          if (storedAt == null) {
            throw new IOException("event without a time");
          }
          return new StoredEvent(sequence, storedAt, readBytes(in));
        });
  }

  static byte[] write(long count) {
    return written(out -> out.writeLong(count));
  }

  static long readCount(String counter, byte[] bytes) {
    return read(counter, bytes, DataInput::readLong);
  }

  private static byte[] written(Writer writer) {
    var bytes = new ByteArrayOutputStream(256);
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(LAYOUT);
      writer.write(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static <T> T read(String id, byte[] bytes, Reader<T> reader) {
    try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int layout = in.readByte();
      if (layout > LAYOUT) {
        throw UnreadableRecordException.newer(id, layout, LAYOUT);
      }
      T value = reader.read(in);
      if (in.available() > 0) {
        throw new IOException(in.available() + " bytes too many");
      }
      return value;
    } catch (IOException | DateTimeException | NegativeArraySizeException e) {
      throw UnreadableRecordException.corrupt(id, e);
    }
  }

  private static void writeBytes(DataOutput out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    var bytes = new byte[Math.min(in.readInt(), 1 << 30)];
    in.readFully(bytes);
    return bytes;
  }

  private static void writeText(DataOutput out, String text) throws IOException {
    writeBytes(out, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String readText(DataInput in) throws IOException {
    return new String(readBytes(in), StandardCharsets.UTF_8);
  }

  private static void writeOptionalText(DataOutput out, @Nullable String text) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      writeText(out, text);
    }
  }

  private static @Nullable String readOptionalText(DataInput in) throws IOException {
    return in.readBoolean() ? readText(in) : null;
  }

  private static void writeInstant(DataOutput out, @Nullable Instant instant) throws IOException {
    out.writeBoolean(instant != null);
    if (instant != null) {
      out.writeLong(instant.getEpochSecond());
      out.writeInt(instant.getNano());
    }
  }

  private static @Nullable Instant readInstant(DataInput in) throws IOException {
    return in.readBoolean() ? Instant.ofEpochSecond(in.readLong(), in.readInt()) : null;
  }

  private interface Writer {
    void write(DataOutput out) throws IOException;
  }

  private interface Reader<T> {
    T read(DataInput in) throws IOException;
  }
}
