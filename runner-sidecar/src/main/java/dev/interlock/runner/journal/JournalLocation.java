package dev.interlock.runner.journal;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/// Where the journal is, as `--journal` says it.
public sealed interface JournalLocation {
  /// In this process; lost with it.
  record InMemory() implements JournalLocation {}

  /// In a folder of this machine, for one process.
  record InFolder(Path folder) implements JournalLocation {}

  /// Reads `memory:` or `file:DIR`.
  ///
  /// @throws IllegalArgumentException when it is neither; the message says what to write
  static JournalLocation parse(String text) {
    if (text.equals("memory:")) {
      return new InMemory();
    }
    if (text.startsWith("file:") && text.length() > "file:".length()) {
      return new InFolder(folder(text.substring("file:".length())));
    }
    if (text.startsWith("redis")) {
      throw new IllegalArgumentException("a journal in Redis is not available yet: write file:DIR");
    }
    throw new IllegalArgumentException(
        "journal '%s' is unknown: write file:DIR for a folder of this machine, or memory: to keep nothing"
            .formatted(text));
  }

  private static Path folder(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(
          "journal file:%s is no path: %s".formatted(name, e.getReason()), e);
    }
  }
}
