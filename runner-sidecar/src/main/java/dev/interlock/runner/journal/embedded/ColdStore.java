package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.journal.JournalFolderException;
import dev.interlock.runner.journal.table.Tables.Name;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.h2.mvstore.type.ByteArrayDataType;
import org.h2.mvstore.type.StringDataType;
import org.jspecify.annotations.Nullable;

/// The tables as of the last checkpoint, on disk, with a small cache. Read by any thread; written
/// by one thread. Its methods throw `MVStoreException` or `UncheckedIOException` when the disk
/// fails.
final class ColdStore implements AutoCloseable {
  private static final int CACHE_MEGABYTES = 8;

  /// How much is changed in memory before it is written.
  private static final long CHANGED_AT_ONCE = 1 << 20;

  private static final String CHECKPOINT = "checkpoint";
  private static final int WORTH_REWRITING_PERCENT = 60;
  private static final int REWRITTEN_AT_ONCE = 4 << 20;

  private final MVStore store;
  private final Map<Name, MVMap<String, byte[]>> maps = new EnumMap<>(Name.class);
  private final MVMap<String, byte[]> meta;

  private ColdStore(MVStore store) {
    this.store = store;
    for (var name : Name.values()) {
      maps.put(name, openMap(store, name.name()));
    }
    this.meta = openMap(store, "META");
  }

  private static MVMap<String, byte[]> openMap(MVStore store, String name) {
    return store.openMap(
        name,
        new MVMap.Builder<String, byte[]>()
            .keyType(StringDataType.INSTANCE)
            .valueType(ByteArrayDataType.INSTANCE));
  }

  static ColdStore open(JournalFolder folder) {
    try {
      var cold = new ColdStore(openStore(folder.store()));
      if (folder.isNew()) {
        cold.write(new Layer(), 0);
      }
      if (cold.meta.get(CHECKPOINT) == null) {
        cold.abandon();
        throw new IOException("it is empty");
      }
      return cold;
    } catch (MVStoreException | IOException e) {
      throw new JournalFolderException(
          folder.path(),
          "its file store.mv cannot be read (%s): restore the folder from a backup"
              .formatted(e.getMessage()),
          e);
    }
  }

  private static MVStore openStore(Path file) throws IOException {
    var store =
        new MVStore.Builder()
            .adoptFileStore(InterruptProofFile.open(file, CACHE_MEGABYTES))
            .autoCommitDisabled()
            .open();
    // Nobody reads old versions. What they occupied is overwritten 45 seconds later (the default),
    // so that a power cut finds either the new version or the one before it whole.
    store.setVersionsToKeep(0);
    return store;
  }

  byte @Nullable [] get(Name table, String key) {
    return map(table).get(key);
  }

  Cursor<String, byte[]> from(Name table, String key) {
    return map(table).cursor(key);
  }

  private MVMap<String, byte[]> map(Name table) {
    var map = maps.get(table);
    if (map == null) {
      throw new IllegalStateException("no table " + table);
    }
    return map;
  }

  /// The number of the last change that is in here; 0 when there is none.
  long checkpoint() {
    var bytes = meta.get(CHECKPOINT);
    return bytes == null ? 0 : ByteBuffer.wrap(bytes).getLong();
  }

  /// Takes in the changes of `layer`, which end with number `checkpoint`. On return they are
  /// durable.
  void write(Layer layer, long checkpoint) {
    long changed = 0;
    for (var name : Name.values()) {
      var map = map(name);
      for (var entry : layer.table(name).entrySet()) {
        if (Layer.isRemoved(entry.getValue())) {
          map.remove(entry.getKey());
        } else {
          map.put(entry.getKey(), entry.getValue());
        }
        changed += entry.getKey().length() + entry.getValue().length;
        if (changed > CHANGED_AT_ONCE) {
          // A crash in between finds a part of the changes here and all of them in the log.
          store.commit();
          changed = 0;
        }
      }
    }
    meta.put(CHECKPOINT, ByteBuffer.allocate(8).putLong(checkpoint).array());
    store.commit();
    store.sync();
  }

  /// Rewrites a little of what is mostly obsolete, so that its space can be used again.
  void reclaim() {
    store.compact(WORTH_REWRITING_PERCENT, REWRITTEN_AT_ONCE);
  }

  /// What the file takes on disk.
  long fileBytes() {
    return store.getFileStore().size();
  }

  @Override
  public void close() {
    store.close(0);
  }

  /// Closes without writing anything more.
  void abandon() {
    store.closeImmediately();
  }
}
