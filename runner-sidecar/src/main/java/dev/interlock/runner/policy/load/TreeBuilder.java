package dev.interlock.runner.policy.load;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Turns one composed YAML document into a tree with lines. Depth and size are bounded: aliases can
/// make a small text large.
final class TreeBuilder {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_NODES = 100_000;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final String file;
  private final List<Problem> problems;
  private final Map<String, Integer> lines = new HashMap<>();
  private int nodes;

  TreeBuilder(String file, List<Problem> problems) {
    this.file = file;
    this.problems = problems;
  }

  YamlDocument build(Node root) {
    var tree = tree(root, "", 0);
    return new YamlDocument(file, lineOf(root), tree, Map.copyOf(lines));
  }

  private JsonNode tree(Node node, String path, int depth) {
    if (depth > MAX_DEPTH || ++nodes > MAX_NODES) {
      if (depth > MAX_DEPTH || nodes == MAX_NODES + 1) {
        reject(
            node,
            path,
            "nested deeper than %d or more than %d values: write less, and fewer aliases"
                .formatted(MAX_DEPTH, MAX_NODES));
      }
      return NODES.nullNode();
    }
    return switch (node) {
      case MappingNode mapping -> object(mapping, path, depth);
      case SequenceNode sequence -> array(sequence, path, depth);
      case ScalarNode scalar -> new YamlScalar(scalar).read(why -> reject(scalar, path, why));
      default -> NODES.nullNode();
    };
  }

  private ObjectNode object(MappingNode mapping, String path, int depth) {
    requireTag(mapping, Tag.MAP, path);
    var object = NODES.objectNode();
    for (var entry : mapping.getValue()) {
      var key = key(entry, path);
      var below = path.isEmpty() ? key : path + "." + key;
      if (object.has(key)) {
        reject(
            entry.getKeyNode(),
            below,
            "given twice, first in line %d: keep one".formatted(lines.get(below)));
      } else {
        lines.put(below, lineOf(entry.getKeyNode()));
        object.set(key, tree(entry.getValueNode(), below, depth + 1));
      }
    }
    return object;
  }

  private String key(NodeTuple entry, String path) {
    if (entry.getKeyNode() instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    reject(entry.getKeyNode(), path, "a key must be a string");
    return "?";
  }

  private ArrayNode array(SequenceNode sequence, String path, int depth) {
    requireTag(sequence, Tag.SEQ, path);
    var array = NODES.arrayNode();
    for (var item : sequence.getValue()) {
      var below = path + "[" + array.size() + "]";
      lines.put(below, lineOf(item));
      array.add(tree(item, below, depth + 1));
    }
    return array;
  }

  private void requireTag(Node node, Tag expected, String path) {
    if (!node.getTag().equals(expected)) {
      reject(node, path, "the tag " + node.getTag() + " is not supported: remove it");
    }
  }

  private void reject(Node at, String path, String message) {
    problems.add(new Problem(file, lineOf(at), path, message));
  }

  private static int lineOf(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }
}
