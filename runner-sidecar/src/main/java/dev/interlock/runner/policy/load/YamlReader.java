package dev.interlock.runner.policy.load;

import java.util.ArrayList;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// Reads YAML 1.2 text into documents. What YAML 1.1 readers (kubectl is one) take for something
/// else is a problem, so that a file means the same everywhere.
final class YamlReader {
  private static final int MAX_CHARACTERS = 3_000_000;

  private YamlReader() {}

  /// The documents of the text that have content. After a syntax error the rest of the text is not
  /// read.
  static List<YamlDocument> read(String file, String text, List<Problem> problems) {
    var documents = new ArrayList<YamlDocument>();
    try {
      for (var node : compose(file).composeAllFromString(text)) {
        if (!isEmpty(node)) {
          documents.add(new TreeBuilder(file, problems).build(node));
        }
      }
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().or(e::getContextMark).map(mark -> mark.getLine() + 1).orElse(0);
      problems.add(new Problem(file, line, "", "not YAML: " + e.getProblem()));
    } catch (YamlEngineException e) {
      problems.add(new Problem(file, 0, "", "not YAML: " + e.getMessage()));
    }
    return documents;
  }

  private static Compose compose(String file) {
    return new Compose(
        LoadSettings.builder()
            .setLabel(file)
            .setSchema(new CoreSchema())
            .setCodePointLimit(MAX_CHARACTERS)
            .build());
  }

  private static boolean isEmpty(Node node) {
    return node instanceof ScalarNode scalar && scalar.isPlain() && scalar.getValue().isEmpty();
  }
}
