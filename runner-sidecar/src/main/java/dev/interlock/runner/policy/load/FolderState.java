package dev.interlock.runner.policy.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;

/// What a folder looks like from outside: equal states have, as far as one can see without reading
/// them, equal files. Links are followed, so a volume that is swapped by one link is another state.
///
/// @param entries in the order of their names; one line alone when the folder cannot be read
record FolderState(List<String> entries) {
  FolderState {
    entries = List.copyOf(entries);
  }

  static FolderState of(Path folder) {
    try (var files = Files.list(folder)) {
      return new FolderState(files.sorted().map(FolderState::describe).toList());
    } catch (IOException | UncheckedIOException e) {
      return new FolderState(List.of("unreadable: " + e.getClass().getSimpleName()));
    }
  }

  private static String describe(Path file) {
    try {
      var real = file.toRealPath();
      var attributes =
          Files.readAttributes(real, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return "%s %s %d %s %s"
          .formatted(
              file.getFileName(),
              real,
              attributes.size(),
              attributes.lastModifiedTime().toInstant(),
              attributes.fileKey());
    } catch (IOException e) {
      return file.getFileName() + " " + e.getClass().getSimpleName();
    }
  }
}
