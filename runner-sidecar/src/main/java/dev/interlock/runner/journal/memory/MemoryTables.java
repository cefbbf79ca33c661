package dev.interlock.runner.journal.memory;

import dev.interlock.runner.execution.Journal.Durability;
import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.journal.JournalStore;
import dev.interlock.runner.journal.table.Table;
import dev.interlock.runner.journal.table.TableStore;
import dev.interlock.runner.journal.table.Tables;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Tables in memory. The same calls always leave the same content in the same order.
public final class MemoryTables implements Tables {
  private final Map<Name, SortedTable> tables = new EnumMap<>(Name.class);
  private final ReentrantLock lock = new ReentrantLock();
  private volatile boolean closed;

  /// An empty store in memory.
  public static JournalStore store(InstantSource clock) {
    return new TableStore(new MemoryTables(), clock, Durability.MEMORY);
  }

  @Override
  public ReentrantLock lock() {
    return lock;
  }

  @Override
  public void admit(boolean creates) {
    if (closed) {
      throw new JournalUnavailableException("the journal in memory is closed");
    }
  }

  @Override
  public Table table(Name name) {
    return tables.computeIfAbsent(name, _ -> new SortedTable(new TreeMap<>()));
  }

  @Override
  public Durable seal() {
    return Durable.ALREADY;
  }

  @Override
  public Durable sealed() {
    admit(false);
    return Durable.ALREADY;
  }

  @Override
  public void abandon(Throwable cause) {
    closed = true;
  }

  @Override
  public void close() {
    closed = true;
  }

  private record SortedTable(TreeMap<String, byte[]> entries) implements Table {
    @Override
    public byte @Nullable [] get(String key) {
      return entries.get(key);
    }

    @Override
    public void put(String key, byte[] value) {
      entries.put(key, value);
    }

    @Override
    public void remove(String key) {
      entries.remove(key);
    }

    @Override
    public void scan(String from, String to, Visitor visitor) {
      for (var entry : entries.subMap(from, to).entrySet()) {
        if (!visitor.visit(entry.getKey(), entry.getValue())) {
          return;
        }
      }
    }
  }
}
