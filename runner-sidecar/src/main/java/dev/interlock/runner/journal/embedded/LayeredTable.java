package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.journal.table.Table;
import dev.interlock.runner.journal.table.Tables.Name;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.h2.mvstore.Cursor;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/// A table as the newest layer over older ones over the cold store. Under the store's lock.
final class LayeredTable implements Table {
  private final Name name;
  private final Supplier<List<Layer>> layers;
  private final ColdStore cold;
  private final Health health;
  private final BiConsumer<String, byte[]> change;

  /// @param layers newest first, as they are now
  /// @param change is told of every put, and of every removal as `Layer.REMOVED`
  LayeredTable(
      Name name,
      Supplier<List<Layer>> layers,
      ColdStore cold,
      Health health,
      BiConsumer<String, byte[]> change) {
    this.name = name;
    this.layers = layers;
    this.cold = cold;
    this.health = health;
    this.change = change;
  }

  @Override
  public byte @Nullable [] get(String key) {
    for (var layer : layers.get()) {
      var value = layer.get(name, key);
      if (value != null) {
        return Layer.isRemoved(value) ? null : value;
      }
    }
    try {
      return cold.get(name, key);
    } catch (MVStoreException | UncheckedIOException e) {
      throw unreadable(e);
    }
  }

  private RuntimeException unreadable(RuntimeException cause) {
    health.fail("its store cannot be read", cause);
    health.check();
    return cause;
  }

  @Override
  public void put(String key, byte[] value) {
    change.accept(key, value);
  }

  @Override
  public void remove(String key) {
    change.accept(key, Layer.REMOVED);
  }

  @Override
  public void scan(String from, String to, Visitor visitor) {
    try {
      merge(from, to, visitor);
    } catch (MVStoreException | UncheckedIOException e) {
      throw unreadable(e);
    }
  }

  private void merge(String from, String to, Visitor visitor) {
    var sources = sources(from, to);
    while (true) {
      Source first = null;
      for (var source : sources) {
        if (source.key != null && (first == null || source.isBefore(first))) {
          first = source;
        }
      }
      if (first == null || first.key == null || first.key.compareTo(to) >= 0) {
        return;
      }
      var key = first.key;
      var value = first.value;
      for (var source : sources) {
        source.skip(key);
      }
      if (!Layer.isRemoved(value) && !visitor.visit(key, value)) {
        return;
      }
    }
  }

  private List<Source> sources(String from, String to) {
    var sources = new ArrayList<Source>();
    for (var layer : layers.get()) {
      sources.add(new Source(layer.table(name).subMap(from, to).entrySet().iterator()));
    }
    sources.add(new Source(entries(cold.from(name, from))));
    return sources;
  }

  private static Iterator<Map.Entry<String, byte[]>> entries(Cursor<String, byte[]> cursor) {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return cursor.hasNext();
      }

      @Override
      public Map.Entry<String, byte[]> next() {
        var key = cursor.next();
        return Map.entry(key, cursor.getValue());
      }
    };
  }

  /// Entries in order, with the next one in view. The order of sources decides between equal keys.
  private static final class Source {
    private final Iterator<Map.Entry<String, byte[]>> entries;
    private @Nullable String key;
    private byte[] value = Layer.REMOVED;

    Source(Iterator<Map.Entry<String, byte[]>> entries) {
      this.entries = entries;
      advance();
    }

    private void advance() {
      if (entries.hasNext()) {
        var entry = entries.next();
        key = entry.getKey();
        value = entry.getValue();
      } else {
        key = null;
      }
    }

    boolean isBefore(Source other) {
      return key != null && other.key != null && key.compareTo(other.key) < 0;
    }

    void skip(String passed) {
      if (passed.equals(key)) {
        advance();
      }
    }
  }
}
