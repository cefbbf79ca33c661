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

  private EmbeddedTables(JournalFolder folder, Settings settings) throws IOException {
    this.health = new Health(folder.path());
    this.space = new DiskSpace(folder.path(), settings.reserveBytes());
    var cold = ColdStore.open(folder);
    WriteAheadLog.Opened opened;
    try {
      opened = WriteAheadLog.open(folder, health, settings.logFileBytes(), cold.checkpoint());
    } catch (JournalFolderException e) {
      cold.abandon();
      throw e;
    }
    this.log = opened.log();
    this.layers = new Layers(lock, health, settings);
    this.checkpoints =
        new Checkpoints(folder, health, cold, log, layers, settings.checkpointEvery());
    this.sequence = checkpoints.recover(opened.recovered());
    for (var name : Name.values()) {
      tables.put(
          name,
          new LayeredTable(
              name,
              layers,
              cold,
              health,
              (key, value) -> {
                layers.newest().put(name, key, value);
                redo.put(name, key, value);
              }));
    }
  }

  /// Opens the store in `folder`, made if it is not there.
  ///
  /// @throws JournalFolderException when the folder cannot be used; the message says what to do
  public static JournalStore open(Path folder, InstantSource clock) {
    return open(folder, clock, Settings.DEFAULT);
  }

  static JournalStore open(Path path, InstantSource clock, Settings settings) {
    var folder = JournalFolder.open(path);
    try {
      var tables = new EmbeddedTables(folder, settings);
      var store = new TableStore(tables, clock, Durability.FSYNC);
      tables.checkpoints.start(store::purge);
      return store;
    } catch (JournalFolderException e) {
      folder.close();
      throw e;
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw new JournalFolderException(path, "cannot be opened: " + e.getMessage(), e);
    }
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
  public void close() {
    checkpoints.close();
  }
}
