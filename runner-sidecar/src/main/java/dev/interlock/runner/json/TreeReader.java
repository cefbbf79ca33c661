package dev.interlock.runner.json;

import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import java.io.Serial;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Reads one text into a tree, with a loop instead of recursion, so that no depth can exhaust the
/// stack. Jackson finds the tokens; everything it would forgive is checked here. One use each.
final class TreeReader {

  // NaN and Infinity are let through as tokens so that they are refused here with their position.
  // Property names are not shared between parses: a sender could fill or attack the shared table.
  private static final JsonFactory TOKENS =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final String TRAILING =
      "text after the end of the JSON value: send exactly one value and nothing after it";

  private static final int SHOWN = 64;

  private final String text;
  private final JsonLimits limits;
  private final RawMembers members;
  private final Deque<Open> open = new ArrayDeque<>();
  private @Nullable JsonNode root;
  private int rootEnd;
  private int values;

  TreeReader(String text, JsonLimits limits) {
    this.text = text;
    this.limits = limits;
    this.members = new RawMembers(text);
  }

  ParseResult read() {
    if (text.startsWith("\uFEFF")) {
      return Malformed.at(text, 0, "byte order mark before the JSON value: send it without one");
    }
    try (var tokens = TOKENS.createParser(ObjectReadContext.empty(), text)) {
      for (var token = tokens.nextToken(); token != null; token = tokens.nextToken()) {
        take(token, tokens);
      }
    } catch (Refused refused) {
      return Malformed.at(text, refused.offset, refused.problem);
    } catch (JacksonException e) {
      return isComplete() ? trailingText() : syntaxError(e);
    }
    return root == null
        ? Malformed.at(text, text.length(), "there is no JSON value: the text is empty")
        : new Parsed(root, members);
  }

  private void take(JsonToken token, JsonParser tokens) {
    if (isComplete()) {
      throw new Refused(startOf(tokens), TRAILING);
    }
    switch (token) {
      case START_OBJECT -> begin(JsonNodeFactory.instance.objectNode(), tokens);
      case START_ARRAY -> begin(JsonNodeFactory.instance.arrayNode(), tokens);
      case END_OBJECT, END_ARRAY -> end(tokens);
      case PROPERTY_NAME -> name(tokens);
      case VALUE_STRING -> scalar(StringNode.valueOf(string(tokens)), tokens);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> scalar(number(token, tokens), tokens);
      case VALUE_TRUE -> scalar(BooleanNode.TRUE, tokens);
      case VALUE_FALSE -> scalar(BooleanNode.FALSE, tokens);
      case VALUE_NULL -> scalar(NullNode.getInstance(), tokens);
      case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("a JSON text has no token " + token);
    }
  }

  private boolean isComplete() {
    return root != null && open.isEmpty();
  }

  private void begin(JsonNode container, JsonParser tokens) {
    if (open.size() == limits.maxDepth()) {
      throw new Refused(
          startOf(tokens),
          "nested deeper than the %d levels allowed: flatten it".formatted(limits.maxDepth()));
    }
    attach(container, startOf(tokens));
    open.push(new Open(container, startOf(tokens)));
  }

  private void end(JsonParser tokens) {
    int start = open.pop().start;
    ended(start, endOf(tokens));
  }

  private void scalar(JsonNode value, JsonParser tokens) {
    int start = startOf(tokens);
    attach(value, start);
    ended(start, endOf(tokens));
  }

  private void name(JsonParser tokens) {
    var name = string(tokens);
    var parent = open.element();
    if (((ObjectNode) parent.container).has(name)) {
      throw new Refused(
          startOf(tokens), "duplicate key \"%s\": give each key once".formatted(shortened(name)));
    }
    parent.name = name;
  }

  private void attach(JsonNode value, int start) {
    if (++values > limits.maxValues()) {
      throw new Refused(
          start, "more than the %d values allowed: send fewer".formatted(limits.maxValues()));
    }
    if (open.isEmpty()) {
      root = value;
      return;
    }
    var parent = open.element();
    switch (parent.container) {
      case ObjectNode object -> object.set(parent.name, value);
      case ArrayNode array -> array.add(value);
      default -> throw new IllegalStateException("only arrays and objects hold values");
    }
  }

  /// Notes where a value stood, once its last character was read.
  private void ended(int start, int end) {
    if (open.isEmpty()) {
      rootEnd = end;
    } else if (open.element().container instanceof ObjectNode parent) {
      members.add(parent, open.element().name, start, end);
    }
  }

  private String string(JsonParser tokens) {
    var value = tokens.getString();
    int lone = Surrogates.firstLone(value);
    if (lone >= 0) {
      throw new Refused(
          startOf(tokens),
          "the string holds the lone surrogate \\u%04x, which is no character: send both halves"
              .formatted((int) value.charAt(lone)));
    }
    return value;
  }

  private JsonNode number(JsonToken token, JsonParser tokens) {
    var literal = tokens.getString();
    if (tokens.isNaN()) {
      throw new Refused(startOf(tokens), literal + " is not a JSON number: send a finite one");
    }
    var problem = ExactNumber.problem(literal, limits);
    if (problem != null) {
      throw new Refused(startOf(tokens), problem);
    }
    return token == JsonToken.VALUE_NUMBER_INT
        ? ExactNumber.integer(literal)
        : ExactNumber.decimal(literal);
  }

  private Malformed trailingText() {
    int at = rootEnd;
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Malformed.at(text, at, TRAILING);
  }

  /// Jackson's own words up to where they advise to switch a check off.
  private Malformed syntaxError(JacksonException e) {
    var words =
        e.getOriginalMessage()
            .split(": enable|: hexadecimal| \\(not recognized| \\(start marker", 2)[0];
    var location = e.getLocation();
    int at = location == null ? 0 : (int) location.getCharOffset();
    return Malformed.at(text, at, "not JSON: " + words);
  }

  private static int startOf(JsonParser tokens) {
    return (int) tokens.currentTokenLocation().getCharOffset();
  }

  private static int endOf(JsonParser tokens) {
    return (int) tokens.currentLocation().getCharOffset();
  }

  private static String shortened(String shown) {
    return shown.length() <= SHOWN ? shown : shown.substring(0, SHOWN) + "…";
  }

  /// An array or object whose end was not read yet; in an object, with the name read last.
  private static final class Open {
    final JsonNode container;
    final int start;
    String name = "";

    Open(JsonNode container, int start) {
      this.container = container;
      this.start = start;
    }
  }

  /// Leaves the loop at the first problem; never leaves this class.
  private static final class Refused extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    final int offset;
    final String problem;

    Refused(int offset, String problem) {
      super(problem, null, false, false);
      this.offset = offset;
      this.problem = problem;
    }
  }
}
