package dev.interlock.runner.journal.table;

import dev.interlock.runner.journal.ByteWriter;
import dev.interlock.runner.journal.StoredEvent;
import dev.interlock.runner.journal.StoredTransition.Header;
import dev.interlock.runner.journal.UnreadableRecordException;
import dev.interlock.runner.journal.table.RecordRow.HeldClaim;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.Ownership;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Rows as bytes. Each begins with the layout's number, so that a newer layout is refused.
final class RowFormat {
  private static final int LAYOUT = 1;

  private RowFormat() {}

  static byte[] write(RecordRow row) {
    var out = begin(row.content().length + 512).writeLong(row.version());
    writeHeader(out, row.header());
    out.writeLong(row.events()).writeBlock(row.fingerprint()).writeInt(row.claims().size());
    for (var claim : row.claims()) {
      writeInstant(out.writeText(claim.key()), claim.until());
    }
    writeInstant(out, row.goneAt());
    return out.writeBlock(row.content()).toBytes();
  }

  static RecordRow readRecord(String id, byte[] bytes) {
    return read(id, bytes, RowFormat::readRecord);
  }

  private static RecordRow readRecord(RowReader in) {
    long version = in.readLong();
    var header = readHeader(in);
    long events = in.readLong();
    var fingerprint = in.readBlock();
    var claims = new ArrayList<HeldClaim>();
    for (int left = in.readInt(); left > 0; left--) {
      claims.add(new HeldClaim(in.readText(), in.readInstant()));
    }
    return new RecordRow(
        version, header, events, fingerprint, claims, in.readInstant(), in.readBlock());
  }

  private static void writeHeader(ByteWriter out, Header header) {
    out.writeText(header.state());
    writeOwner(out, header.ownership().owner());
    out.writeLong(header.ownership().epoch());
    writeInstant(out, header.due());
    out.writeBoolean(header.attention()).writeBoolean(header.terminal());
    var keepFor = header.keepFor();
    out.writeBoolean(keepFor != null);
    if (keepFor != null) {
      out.writeLong(keepFor.getSeconds()).writeInt(keepFor.getNano());
    }
  }

  private static Header readHeader(RowReader in) {
    var state = in.readText();
    var owner = in.readOptionalText();
    var ownership = new Ownership(owner == null ? null : new InstanceId(owner), in.readLong());
    return new Header(
        state,
        ownership,
        in.readInstant(),
        in.readBoolean(),
        in.readBoolean(),
        in.readBoolean() ? Duration.ofSeconds(in.readLong(), in.readInt()) : null);
  }

  static byte[] write(ClaimRow row) {
    var out = begin(64).writeText(row.holder());
    writeInstant(out, row.until());
    return out.toBytes();
  }

  static ClaimRow readClaim(String key, byte[] bytes) {
    return read(key, bytes, in -> new ClaimRow(in.readText(), in.readInstant()));
  }

  static byte[] write(Watch watch) {
    var out = begin(64);
    writeOwner(out, watch.owner() == null ? null : new InstanceId(watch.owner()));
    writeInstant(out, watch.due());
    return out.writeBoolean(watch.attention()).writeBoolean(watch.unresolved()).toBytes();
  }

  static Watch readWatch(String id, byte[] bytes) {
    return read(
        id,
        bytes,
        in ->
            new Watch(
                id, in.readOptionalText(), in.readInstant(), in.readBoolean(), in.readBoolean()));
  }

  static byte[] write(Instant storedAt, byte[] content) {
    return begin(content.length + 32)
        .writeLong(storedAt.getEpochSecond())
        .writeInt(storedAt.getNano())
        .writeBlock(content)
        .toBytes();
  }

  static StoredEvent readEvent(String id, long sequence, byte[] bytes) {
    return read(
        id,
        bytes,
        in -> {
          var storedAt = Instant.ofEpochSecond(in.readLong(), in.readInt());
          return new StoredEvent(sequence, storedAt, in.readBlock());
        });
  }

  static byte[] write(long count) {
    return begin(16).writeLong(count).toBytes();
  }

  static long readCount(String counter, byte[] bytes) {
    return read(counter, bytes, RowReader::readLong);
  }

  private static ByteWriter begin(int capacity) {
    return new ByteWriter(capacity).writeByte(LAYOUT);
  }

  private static <T> T read(String id, byte[] bytes, Function<RowReader, T> reader) {
    try {
      var in = new RowReader(bytes);
      int layout = in.readByte();
      if (layout > LAYOUT) {
        throw UnreadableRecordException.newer(id, layout, LAYOUT);
      }
      T value = reader.apply(in);
      in.requireEnd();
      return value;
    } catch (RowReader.MalformedRowException e) {
      throw UnreadableRecordException.corrupt(id, e);
    }
  }

  private static void writeOwner(ByteWriter out, @Nullable InstanceId owner) {
    out.writeBoolean(owner != null);
    if (owner != null) {
      out.writeText(owner.value());
    }
  }

  private static void writeInstant(ByteWriter out, @Nullable Instant instant) {
    out.writeBoolean(instant != null);
    if (instant != null) {
      out.writeLong(instant.getEpochSecond()).writeInt(instant.getNano());
    }
  }
}
