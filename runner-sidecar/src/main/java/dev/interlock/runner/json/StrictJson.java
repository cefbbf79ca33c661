package dev.interlock.runner.json;

import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;

/// Parses JSON (RFC 8259) with nothing forgiven: duplicate keys at any depth, text after the end,
/// NaN and Infinity, lone surrogates, invalid UTF-8, a byte order mark, comments, and anything
/// beyond the limits are refused with their position. Never repairs, never rounds a number.
///
/// Two readers that disagree about one text would let a policy judge other arguments than the tool
/// executes; what is refused here cannot be read in two ways. Any thread.
public final class StrictJson {

  private StrictJson() {}

  /// Parses UTF-8 within the default limits.
  public static ParseResult parse(byte[] utf8) {
    return parse(utf8, JsonLimits.DEFAULT);
  }

  /// Parses text within the default limits.
  public static ParseResult parse(String text) {
    return parse(text, JsonLimits.DEFAULT);
  }

  /// Parses UTF-8. The size is checked before a byte is read.
  public static ParseResult parse(byte[] utf8, JsonLimits limits) {
    if (utf8.length > limits.maxBytes()) {
      return tooLarge(utf8.length, limits);
    }
    var decoder = StandardCharsets.UTF_8.newDecoder();
    var in = ByteBuffer.wrap(utf8);
    var out = CharBuffer.allocate(utf8.length);
    var decoded = decoder.decode(in, out, true);
    var text = out.flip().toString();
    if (decoded.isError()) {
      int bad = utf8[in.position()] & 0xff;
      return Malformed.at(
          text,
          text.length(),
          "byte 0x%02x at byte offset %d is not valid UTF-8: send the document as UTF-8"
              .formatted(bad, in.position()));
    }
    return new TreeReader(text, limits).read();
  }

  /// Parses text that was decoded elsewhere.
  public static ParseResult parse(String text, JsonLimits limits) {
    long bytes = utf8Length(text);
    return bytes > limits.maxBytes()
        ? tooLarge(bytes, limits)
        : new TreeReader(text, limits).read();
  }

  /// Parses UTF-8 whose value must be an object: the value of a `Parsed` result is an `ObjectNode`.
  public static ParseResult parseObject(byte[] utf8, JsonLimits limits) {
    return switch (parse(utf8, limits)) {
      case Malformed malformed -> malformed;
      case Parsed(var value, _) when !value.isObject() -> notAnObject("the body", value);
      case Parsed parsed -> parsed;
    };
  }

  /// The problem of a document that is JSON and no object.
  ///
  /// @param what names the document in the message
  static Malformed notAnObject(String what, JsonNode value) {
    var message = "%s must be a JSON object {...}, got %s".formatted(what, JsonKind.of(value));
    return new Malformed(message, 0, 1, 1);
  }

  private static Malformed tooLarge(long bytes, JsonLimits limits) {
    return new Malformed(
        "the document has %d bytes, more than the %d allowed: send less"
            .formatted(bytes, limits.maxBytes()),
        0,
        1,
        1);
  }

  private static long utf8Length(String text) {
    long bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      // Each half of a pair counts 2: together the 4 bytes of the character.
      bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
    return bytes;
  }
}
