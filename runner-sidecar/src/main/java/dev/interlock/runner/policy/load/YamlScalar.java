package dev.interlock.runner.policy.load;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// One scalar of a YAML document. Numbers keep every digit.
record YamlScalar(ScalarNode node) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Set<String> BOOLEANS_ELSEWHERE = Set.of("yes", "no", "on", "off");
  private static final int MAX_DIGITS = 1000;

  /// Its value; what can be read in two ways goes to `reject` and counts as a string.
  JsonNode read(Consumer<String> reject) {
    var text = node.getValue();
    var tag = node.getTag();
    if (tag.equals(Tag.NULL)) {
      return NODES.nullNode();
    }
    if (tag.equals(Tag.BOOL)) {
      return NODES.booleanNode(text.toLowerCase(Locale.ROOT).equals("true"));
    }
    if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
      return number(text, reject);
    }
    if (!tag.equals(Tag.STR)) {
      reject.accept("the tag " + tag + " is not supported: remove it");
    } else if (node.isPlain() && BOOLEANS_ELSEWHERE.contains(text.toLowerCase(Locale.ROOT))) {
      reject.accept(
          "%s means true or false to some YAML readers: write true, false or \"%s\""
              .formatted(text, text));
    }
    return NODES.stringNode(text);
  }

  private JsonNode number(String text, Consumer<String> reject) {
    if (text.length() > MAX_DIGITS
        || !text.matches("-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]{1,4})?")) {
      reject.accept(
          "%s is not a decimal number: write digits as in JSON, or quotes if it is text"
              .formatted(text.substring(0, Math.min(text.length(), 40))));
      return NODES.stringNode(text);
    }
    return text.matches("-?[0-9]+") ? integer(text) : NODES.numberNode(new BigDecimal(text));
  }

  private static JsonNode integer(String text) {
    return text.length() <= 18
        ? NODES.numberNode(Long.parseLong(text))
        : NODES.numberNode(new BigInteger(text));
  }
}
