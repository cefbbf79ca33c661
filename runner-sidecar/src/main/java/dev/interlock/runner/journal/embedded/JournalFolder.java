package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.journal.JournalFolderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The folder of an embedded journal, held by one process:
///
/// - `lock`: locked while the journal is open, holds the process id;
/// - `format`: the layout of everything beside it;
/// - `log/`: what was committed since the last checkpoint;
/// - `store.mv`: everything up to the last checkpoint.
final class JournalFolder implements AutoCloseable {
  private static final String NAME = "interlock-journal";
  private static final int FORMAT = 1;

  private final Path folder;
  private final FileChannel lock;

  private JournalFolder(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /// Makes the folder if it is not there, and holds it.
  ///
  /// @throws JournalFolderException when it cannot be used
  static JournalFolder open(Path folder) {
    try {
      Files.createDirectories(folder);
      var held = new JournalFolder(folder, locked(folder));
      try {
        held.checkFormat();
        return held;
      } catch (IOException | RuntimeException e) {
        held.close();
        throw e;
      }
    } catch (FileAlreadyExistsException e) {
      throw new JournalFolderException(
          folder, e.getFile() + " is a file: choose a folder for the journal", e);
    } catch (AccessDeniedException e) {
      throw new JournalFolderException(
          folder,
          "not writable (%s): let this user write there, or choose another folder"
              .formatted(e.getFile()),
          e);
    } catch (IOException e) {
      throw new JournalFolderException(
          folder,
          "cannot be used (%s): make it writable, or choose another folder"
              .formatted(e.getMessage()),
          e);
    }
  }

  private static FileChannel locked(Path folder) throws IOException {
    var file = folder.resolve("lock");
    var channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        writePid(channel);
        return channel;
      }
    } catch (OverlappingFileLockException _) {
      // Held by this very process: told below like any other holder.
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    channel.close();
    throw new JournalFolderException(
        folder,
        "in use by process %s: stop it, or choose another folder"
            .formatted(Files.readString(file).strip()),
        null);
  }

  private static void writePid(FileChannel channel) throws IOException {
    channel.truncate(0);
    var pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
    channel.write(ByteBuffer.wrap(pid), 0);
  }

  /// Whether this folder was not made completely yet: nothing was ever committed in it.
  boolean isNew() {
    return Files.notExists(format());
  }

  /// Everything in the folder is made. From then on what is missing was lost.
  void complete() throws IOException {
    Files.move(draft(), format());
    force(folder);
  }

  private void checkFormat() throws IOException {
    if (isNew()) {
      if (Files.notExists(draft()) && (Files.exists(store()) || Files.exists(log()))) {
        throw new JournalFolderException(
            folder, "has data and no file 'format': restore the folder from a backup", null);
      }
      Files.writeString(
          draft(),
          NAME + " " + FORMAT + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING,
          StandardOpenOption.WRITE,
          StandardOpenOption.SYNC);
      Files.createDirectories(log());
      force(folder);
      return;
    }
    checkFormat(Files.readString(format()).strip().split(" ", -1));
    if (Files.notExists(store()) || Files.notExists(log())) {
      throw new JournalFolderException(
          folder, "has lost store.mv or log: restore the folder from a backup", null);
    }
  }

  private void checkFormat(String[] words) {
    if (words.length != 2 || !words[0].equals(NAME) || !words[1].matches("[0-9]{1,9}")) {
      throw new JournalFolderException(folder, "is not a journal: choose another folder", null);
    }
    if (Integer.parseInt(words[1]) > FORMAT) {
      throw new JournalFolderException(
          folder,
          "has format %s, this runner knows up to %d: start a newer runner"
              .formatted(words[1], FORMAT),
          null);
    }
  }

  private Path format() {
    return folder.resolve("format");
  }

  private Path draft() {
    return folder.resolve("format.new");
  }

  Path path() {
    return folder;
  }

  Path log() {
    return folder.resolve("log");
  }

  Path store() {
    return folder.resolve("store.mv");
  }

  /// Makes new names in the folder durable.
  static void force(Path folder) throws IOException {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
