package dev.interlock.runner.policy.load;

import dev.interlock.runner.policy.ToolPolicies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads ToolPolicy and RunBudget resources from YAML (or JSON, which is YAML). A set is taken as a
/// whole or not at all. Immutable; any thread may use it.
///
/// @param journalRetention how long the journal keeps finished operations at least: no business key
///   can stay taken for longer
public record PolicyFiles(Duration journalRetention) {
  private static final String TEXT = "policy";

  /// The set in one text of any number of documents.
  ///
  /// @throws PoliciesRejectedException with everything that is wrong
  public ToolPolicies parse(String yaml) {
    return parse(Map.of(TEXT, yaml));
  }

  /// The set in several texts, by the name under which problems are reported.
  ///
  /// @throws PoliciesRejectedException with everything that is wrong with any text
  public ToolPolicies parse(Map<String, String> yamlByName) {
    var reader = new SetReader(journalRetention);
    new TreeMap<>(yamlByName).forEach(reader::read);
    return reader.finish();
  }

  /// The set in the files of a folder that end in `.yaml`, `.yml` or `.json`, in the order of their
  /// names. Hidden files and folders in it are not read. An empty folder is a set without tools.
  ///
  /// @throws PoliciesRejectedException with everything that is wrong with any file
  public ToolPolicies load(Path folder) {
    var reader = new SetReader(journalRetention);
    try {
      for (var file : files(folder)) {
        read(file, reader);
      }
    } catch (IOException e) {
      reader.reject(folder.toString(), "the folder cannot be read: " + reason(e));
    }
    return reader.finish();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      return entries
          .filter(file -> isPolicyFile(file.getFileName().toString()) && !Files.isDirectory(file))
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isPolicyFile(String name) {
    return !name.startsWith(".")
        && (name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json"));
  }

  private static void read(Path file, SetReader reader) {
    var name = file.getFileName().toString();
    try {
      reader.read(name, Files.readString(file, StandardCharsets.UTF_8));
    } catch (CharacterCodingException _) {
      reader.reject(name, "is not UTF-8: save it as UTF-8");
    } catch (IOException e) {
      reader.reject(name, "cannot be read: " + reason(e));
    }
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName() + " " + e.getMessage();
  }
}
