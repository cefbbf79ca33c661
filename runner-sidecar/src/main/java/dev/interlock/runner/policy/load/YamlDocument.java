package dev.interlock.runner.policy.load;

import dev.interlock.runner.policy.Findings;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/// One document of a YAML file, with the line of every field.
///
/// @param file the file's name
/// @param firstLine where the document begins, from 1
/// @param root the tree; numbers are exact
/// @param lines the line of each field path
record YamlDocument(String file, int firstLine, JsonNode root, Map<String, Integer> lines) {

  /// The line of the field, or of the nearest field around it.
  int line(String field) {
    var path = field;
    while (!path.isEmpty()) {
      var line = lines.get(path);
      if (line != null) {
        return line;
      }
      path = path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['))));
    }
    return firstLine;
  }

  /// A sink that adds file and line.
  Findings findings(List<Problem> problems) {
    return (field, message) -> problems.add(new Problem(file, line(field), field, message));
  }
}
