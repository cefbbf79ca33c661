package dev.interlock.runner.json;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// What parsing a text as JSON gave: a tree, or the first thing that is wrong with it.
public sealed interface ParseResult {

  /// The text is JSON within the limits. Numbers are exact: an integer is an int, long or
  /// `BigInteger` node, everything else a `BigDecimal` node, never a double.
  ///
  /// @param source where each member stood in the text
  record Parsed(JsonNode value, RawMembers source) implements ParseResult {

    /// The text of one member of the top-level object exactly as it was sent, without the white
    /// space around it; null when the value is no object or has no such member.
    public @Nullable String rawMember(String name) {
      return value instanceof ObjectNode object ? source.of(object, name) : null;
    }
  }

  /// The text is not JSON, or is beyond a limit. Nothing of it may be used.
  ///
  /// @param message what is wrong and what to write instead; holds no more of the text than a key,
  ///   a number or one word, cut to 64 characters
  /// @param offset UTF-16 code units before the problem, from 0
  /// @param line from 1
  /// @param column UTF-16 code units, from 1
  record Malformed(String message, int offset, int line, int column) implements ParseResult {

    /// The problem at `offset` of `text`, with line and column worked out.
    static Malformed at(String text, int offset, String message) {
      int end = Math.clamp(offset, 0, text.length());
      int line = 1;
      int lineStart = 0;
      for (int i = 0; i < end; i++) {
        if (text.charAt(i) == '\n') {
          line++;
          lineStart = i + 1;
        }
      }
      return new Malformed(message, end, line, end - lineStart + 1);
    }

    /// The message with its position, in one sentence for the sender.
    public String describe() {
      return "%s (line %d, column %d, offset %d)".formatted(message, line, column, offset);
    }
  }
}
