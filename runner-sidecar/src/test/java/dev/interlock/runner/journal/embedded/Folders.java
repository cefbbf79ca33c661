package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.StoredJournal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;

/// Opens journals in folders as tests need them, and takes pictures of folders.
final class Folders {
  /// Checkpoints only at closing.
  static final Settings LAZY = new Settings(1 << 20, 1 << 30, 1 << 30, Duration.ofDays(1), 0);

  /// A checkpoint after nearly every commit.
  static final Settings EAGER = new Settings(1 << 20, 1, 1 << 20, Duration.ZERO, 0);

  private Folders() {}

  static Journal open(Path folder, InstantSource clock, Settings settings) {
    return new StoredJournal(EmbeddedTables.open(folder, clock, settings));
  }

  /// What a power cut now would leave: a copy of a folder whose journal is open and at rest.
  static Path picture(Path folder, Path copy) {
    try (var files = Files.walk(folder)) {
      for (var file : (Iterable<Path>) files::iterator) {
        var target = copy.resolve(folder.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
