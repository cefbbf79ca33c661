package dev.interlock.runner.journal;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The journal's folder cannot be opened. The message names the folder and says what to do.
public final class JournalFolderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JournalFolderException(Path folder, String problem, @Nullable Throwable cause) {
    super("journal folder %s: %s".formatted(folder, problem), cause);
  }
}
