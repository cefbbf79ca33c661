package dev.interlock.runner.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// What must hold of any bytes whatever, judged by a second parser: plain Jackson.
final class StrictJsonOracle {

  /// Jackson with the strictness that it has itself.
  private static final JsonMapper JACKSON =
      JsonMapper.builder(
              JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /// The problems that we see and Jackson does not.
  private static final String OURS_ALONE =
      ".*(lone surrogate|not valid UTF-8|levels allowed|byte order mark|beyond the 1e-|text is empty).*";

  private StrictJsonOracle() {}

  /// Whether the bytes are JSON to us, after checking all that must hold.
  static boolean check(byte[] bytes) {
    try {
      return switch (StrictJson.parse(bytes)) {
        case Malformed malformed -> checkMalformed(malformed, bytes);
        case Parsed parsed -> checkParsed(parsed, new String(bytes, UTF_8));
      };
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("fails for base64 " + Base64.getEncoder().encodeToString(bytes), e);
    }
  }

  private static boolean checkMalformed(Malformed malformed, byte[] bytes) {
    assertThat(malformed.offset()).isBetween(0, bytes.length);
    assertThat(malformed.line()).isPositive();
    assertThat(malformed.column()).isPositive();
    assertThat(malformed.message()).isNotBlank().hasSizeLessThan(500);
    if (!malformed.message().matches("(?s)" + OURS_ALONE)) {
      assertThat(jacksonAccepts(new String(bytes, UTF_8))).as("refused by us alone").isFalse();
    }
    return false;
  }

  private static boolean checkParsed(Parsed parsed, String text) {
    var value = parsed.value();
    assertThat(value).as("Jackson's tree").isEqualTo(JACKSON.readTree(text));
    assertThat(StrictJson.parse(text)).isInstanceOf(Parsed.class);
    var canonical = CanonicalJson.write(value);
    assertThat(CanonicalJson.write(parsed(canonical))).as("fixed point").isEqualTo(canonical);
    assertThat(InputHashes.of(canonical)).isEqualTo(FrozenInput.of(value).hash());
    boolean usable = value.isNull() || value instanceof ObjectNode;
    assertThat(ToolArguments.parse(text) instanceof ToolArguments.Accepted).isEqualTo(usable);
    checkRawMembers(parsed);
    return true;
  }

  private static void checkRawMembers(Parsed parsed) {
    if (parsed.value() instanceof ObjectNode object) {
      for (var member : object.properties()) {
        var raw = parsed.rawMember(member.getKey());
        assertThat(raw).as("raw " + member.getKey()).isNotNull();
        assertThat(parsed(raw == null ? "" : raw)).isEqualTo(member.getValue());
      }
    }
  }

  private static JsonNode parsed(String text) {
    return ((Parsed) StrictJson.parse(text)).value();
  }

  private static boolean jacksonAccepts(String text) {
    try {
      return !JACKSON.readTree(text).isMissingNode();
    } catch (JacksonException _) {
      return false;
    }
  }
}
