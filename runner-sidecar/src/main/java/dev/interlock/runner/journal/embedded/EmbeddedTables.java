package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.Journal.Durability;
import dev.interlock.runner.journal.JournalFolderException;
import dev.interlock.runner.journal.JournalStore;
import dev.interlock.runner.journal.table.Table;
import dev.interlock.runner.journal.table.TableStore;
import dev.interlock.runner.journal.table.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.h2.mvstore.MVStoreException;

/// Tables in a folder. A change goes to the newest layer in memory and to the log; a checkpoint
/// moves the layer to the cold store and then drops its changes from the log:
///
/// ```
/// put ──► newest layer ──seal──► log (durable)
///              │ checkpoint
///              ▼
///         older layer ──► cold store (durable) ──► log trimmed
/// ```
public final class EmbeddedTables implements Tables {
  private final ReentrantLock lock = new ReentrantLock();
  private final Health health;
  private final DiskSpace space;
  private final WriteAheadLog log;
  private final Layers layers;
  private final Checkpoints checkpoints;
  private final Redo redo = new Redo();
  private final Map<Name, Table> tables = new EnumMap<>(Name.class);
  private Durable newest = Durable.ALREADY;
  private long sequence;

  private EmbeddedTables(
      JournalFolder folder,
      Settings settings,
      Health health,
      ColdStore cold,
      WriteAheadLog.Opened opened)
      throws IOException {
    this.health = health;
    this.space = new DiskSpace(folder.path(), settings.reserveBytes());
    this.log = opened.log();
    this.layers = new Layers(lock, health, settings);
    this.checkpoints =
        new Checkpoints(folder, health, cold, log, layers, settings.checkpointEvery());
    lock.lock();
    try {
      this.sequence = checkpoints.recover(opened.recovered());
    } finally {
      lock.unlock();
    }
    for (var name : Name.values()) {
      tables.put(
          name,
          new LayeredTable(name, layers, cold, health, (key, value) -> change(name, key, value)));
    }
  }

  /// Opens the store in `folder`, made if it is not there.
  ///
  /// @throws JournalFolderException when the folder cannot be used; the message says what to do
  public static JournalStore open(Path folder, InstantSource clock) {
    return open(folder, clock, Settings.DEFAULT);
  }

  static JournalStore open(Path path, InstantSource clock, Settings settings) {
    try (var undo = new Undo()) {
      var folder = JournalFolder.open(path);
      undo.add(folder::close);
      var health = new Health(path);
      var cold = ColdStore.open(folder);
      undo.add(cold::abandon);
      var opened = WriteAheadLog.open(folder, health, settings.logFileBytes(), cold.checkpoint());
      undo.add(opened.log()::close);
      var tables = new EmbeddedTables(folder, settings, health, cold, opened);
      var store = new TableStore(tables, clock, Durability.FSYNC);
      if (folder.isNew()) {
        folder.complete();
      }
      tables.checkpoints.start(store::purge);
      undo.keep();
      return store;
    } catch (IOException | MVStoreException e) {
      throw new JournalFolderException(path, "cannot be opened: " + e.getMessage(), e);
    }
  }

  private void change(Name table, String key, byte[] value) {
    layers.newest().put(table, key, value);
    redo.put(table, key, value);
  }

  @Override
  public ReentrantLock lock() {
    return lock;
  }

  @Override
  public Table table(Name name) {
    var table = tables.get(name);
    if (table == null) {
      throw new IllegalStateException("no table " + name);
    }
    return table;
  }

  @Override
  public void admit(boolean creates) {
    health.check();
    space.admit(creates);
  }

  @Override
  public Durable seal() {
    var acknowledgement = log.append(++sequence, redo.take());
    layers.sealed(sequence, acknowledgement);
    newest = acknowledgement;
    return () -> {
      acknowledgement.await();
      layers.awaitRoom();
    };
  }

  @Override
  public Durable sealed() {
    health.check();
    return newest;
  }

  @Override
  public void abandon(Throwable cause) {
    health.fail("a change could not be made", cause);
  }

  @Override
  public void close() {
    checkpoints.close();
  }
}
