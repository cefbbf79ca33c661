package dev.interlock.runner.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class StrictJsonTest {

  record Bad(String name, String text, String message, int line, int column) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Bad> BAD =
      List.of(
          new Bad("empty text", "", "there is no JSON value", 1, 1),
          new Bad("white space only", " \n ", "there is no JSON value", 2, 2),
          new Bad("duplicate key", "{\"a\":1,\n \"a\":1}", "duplicate key \"a\"", 2, 2),
          new Bad("duplicate key deep down", "[{\"b\":{\"a\":1,\"a\":2}}]", "duplicate key", 1, 14),
          new Bad("duplicate key by escape", "{\"a\":1,\"\\u0061\":2}", "duplicate key", 1, 8),
          new Bad("second value", "{\"a\":1}{\"a\":2}", "text after the end", 1, 8),
          new Bad("prose after the value", "{\"a\":1}  I hope", "text after the end", 1, 10),
          new Bad("stray bracket after the value", "{}\n]", "text after the end", 2, 1),
          new Bad("number after number", "1 2", "text after the end", 1, 3),
          new Bad("NaN", "{\"a\":NaN}", "NaN is not a JSON number", 1, 6),
          new Bad("Infinity", "[Infinity]", "Infinity is not a JSON number", 1, 2),
          new Bad("minus Infinity", "[-Infinity]", "-Infinity is not a JSON number", 1, 2),
          new Bad("minus INF", "[-INF]", "-INF is not a JSON number", 1, 2),
          new Bad("plus Infinity", "[+Infinity]", "not", 1, 2),
          new Bad("lone high surrogate", "[\"\\ud800\"]", "lone surrogate \\ud800", 1, 2),
          new Bad("lone low surrogate", "[\"x\\udc00\"]", "lone surrogate \\udc00", 1, 2),
          new Bad("halves the wrong way", "[\"\\udc00\\ud800\"]", "lone surrogate", 1, 2),
          new Bad("lone low surrogate in a key", "{\"\\udc00\":1}", "low surrogate", 1, 9),
          new Bad("half a pair in a key", "{\"\\ud800\":1}", "Broken surrogate pair", 1, 9),
          new Bad("raw lone surrogate", "[\"\ud800\"]", "lone surrogate", 1, 2),
          new Bad("byte order mark", "\uFEFF{}", "byte order mark", 1, 1),
          new Bad("line comment", "{} // done", "text after the end", 1, 4),
          new Bad("comment inside", "[1, /* one */ 2]", "maybe a (non-standard) comment?", 1, 5),
          new Bad("hash comment", "[1 # one\n]", "not JSON", 1, 4),
          new Bad("trailing comma", "[1,]", "not JSON", 1, 4),
          new Bad("trailing comma in an object", "{\"a\":1,}", "not JSON", 1, 8),
          new Bad("single quotes", "{'a':1}", "not JSON", 1, 2),
          new Bad("unquoted key", "{a:1}", "not JSON", 1, 2),
          new Bad("leading zero", "[01]", "not JSON", 1, 3),
          new Bad("plus sign", "[+1]", "not JSON", 1, 3),
          new Bad("bare point", "[.5]", "not JSON", 1, 2),
          new Bad("point without digits", "[1.]", "not JSON", 1, 3),
          new Bad("hex", "[0x1]", "not JSON", 1, 3),
          new Bad("raw line feed in a string", "[\"a\nb\"]", "not JSON", 1, 4),
          new Bad("unknown escape", "[\"\\x41\"]", "not JSON", 1, 4),
          new Bad("unclosed object", "{\"a\":1", "not JSON: Unexpected end-of-input", 1, 7),
          new Bad("unclosed string", "[\"abc", "not JSON: Unexpected end-of-input", 1, 6),
          new Bad("python literal", "{\"a\":None}", "not JSON: Unrecognized token 'None'", 1, 6),
          new Bad("form feed as white space", "[1,\f2]", "not JSON", 1, 4),
          new Bad("no-break space", "[1,\u00a02]", "not JSON", 1, 4),
          new Bad("huge exponent", "[1e999999999]", "beyond the 1e-1000..1e+1000 allowed", 1, 2),
          new Bad(
              "huge negative exponent", "[1E-999999999]", "size of 1E-999999999 is beyond", 1, 2),
          new Bad("exponent past long", "[0e99999999999999999999]", "size of 0e9999", 1, 2),
          new Bad("size just beyond", "[10e1000]", "size of 10e1000", 1, 2),
          new Bad("tiny just beyond", "[0.01e-999]", "size of 0.01e-999", 1, 2),
          new Bad("plain zeros", "[0." + "0".repeat(1000) + "1]", "beyond the 1e-1000", 1, 2),
          new Bad("long number", "[" + "9".repeat(1001) + "]", "has 1001 digits", 1, 2));

  @ParameterizedTest
  @FieldSource("BAD")
  void refusesWithPosition(Bad bad) {
    var malformed = malformed(StrictJson.parse(bad.text));
    assertThat(malformed.message()).contains(bad.message);
    assertThat(List.of(malformed.line(), malformed.column())).containsExactly(bad.line, bad.column);
    assertThat(malformed.message())
        .as("never advises to switch a check off")
        .doesNotContainIgnoringCase("enable")
        .doesNotContain("Feature", "REDACTED", "StreamReadConstraints");
  }

  @ParameterizedTest
  @FieldSource("BAD")
  void bytesAndTextAreRefusedAlike(Bad bad) {
    // A raw lone surrogate has no UTF-8 form to send.
    if (Surrogates.firstLone(bad.text) < 0) {
      assertThat(StrictJson.parse(bad.text.getBytes(UTF_8))).isEqualTo(StrictJson.parse(bad.text));
    }
  }

  @Test
  void invalidUtf8IsRefusedAtItsByte() {
    byte[] overlong = {'"', (byte) 0xc3, (byte) 0xa9, (byte) 0xc0, (byte) 0xaf, '"'};
    var malformed = malformed(StrictJson.parse(overlong));
    assertThat(malformed.message()).contains("byte 0xc0 at byte offset 3 is not valid UTF-8");
    assertThat(malformed.offset()).isEqualTo(2);
  }

  static final List<byte[]> NOT_UTF8 =
      List.of(
          new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'},
          new byte[] {'"', (byte) 0xe2, (byte) 0x82},
          new byte[] {'"', (byte) 0xf5, (byte) 0x80, (byte) 0x80, (byte) 0x80, '"'},
          new byte[] {(byte) 0xff, (byte) 0xfe, '{', 0, '}', 0});

  @ParameterizedTest
  @FieldSource("NOT_UTF8")
  void surrogatesCutCharactersAndUtf16AreNotUtf8(byte[] bytes) {
    assertThat(malformed(StrictJson.parse(bytes)).message()).contains("is not valid UTF-8");
  }

  @Test
  void depthTenThousandIsRefusedAtTheFirstLevelTooMany() {
    var deep = "[".repeat(10_000) + "]".repeat(10_000);
    var malformed = malformed(StrictJson.parse(deep));
    assertThat(malformed.message()).contains("deeper than the 64 levels allowed");
    assertThat(malformed.offset()).isEqualTo(64);
  }

  @Test
  void depthAtTheBoundIsAccepted() {
    assertThat(value("[".repeat(64) + "]".repeat(64)).isArray()).isTrue();
  }

  @Test
  void tenMegabytesAreRefusedUnread() {
    var body = new byte[10 << 20];
    assertThat(malformed(StrictJson.parse(body)).message())
        .contains("10485760 bytes, more than the 1048576 allowed");
    assertThat(malformed(StrictJson.parse("\u20ac".repeat(400_000))).message())
        .contains("1200000 bytes");
  }

  @Test
  void moreValuesThanAllowedAreRefused() {
    var many = "[" + "0,".repeat(100_000) + "0]";
    assertThat(malformed(StrictJson.parse(many)).message())
        .contains("more than the 100000 values allowed");
  }

  @Test
  void numbersStayExact() {
    assertThat(value("2512292042121000001").longValue()).isEqualTo(2512292042121000001L);
    assertThat(value("9223372036854775808").bigIntegerValue()).isEqualTo(BigInteger.TWO.pow(63));
    assertThat(value("-9223372036854775808").longValue()).isEqualTo(Long.MIN_VALUE);
    assertThat(value("0.1000000000000000000001").decimalValue())
        .isEqualTo(new BigDecimal("0.1000000000000000000001"));
    assertThat(value("1e400").decimalValue()).isEqualTo(new BigDecimal("1e400"));
    assertThat(value("1.5").isBigDecimal()).isTrue();
  }

  @Test
  void numbersAtTheBoundsAreAcceptedAndSoAreTheirCanonicalForms() {
    for (var text :
        List.of("9.5e1000", "95E+0999", "1e-1000", "0e-1000", "-0.1e-999", "9".repeat(1000))) {
      var canonical = CanonicalJson.write(value(text));
      assertThat(CanonicalJson.write(value(canonical))).as(text).isEqualTo(canonical);
    }
  }

  @Test
  void rawMembersAreKeptByteForByte() {
    var body =
        """
        { "run_id" : "r" , "n": -1.50 ,"text":"\\u0041\\"}", "nothing":null,
          "arguments" :  { "b" : 1.0,
            "a" : [ 1 , {"b":2} ] }  , "flag":true}\
        """;
    var parsed = (Parsed) StrictJson.parseObject(body.getBytes(UTF_8), JsonLimits.DEFAULT);
    assertThat(parsed.rawMember("arguments"))
        .isEqualTo("{ \"b\" : 1.0,\n    \"a\" : [ 1 , {\"b\":2} ] }");
    assertThat(parsed.rawMember("n")).isEqualTo("-1.50");
    assertThat(parsed.rawMember("text")).isEqualTo("\"\\u0041\\\"}\"");
    assertThat(parsed.rawMember("nothing")).isEqualTo("null");
    assertThat(parsed.rawMember("flag")).isEqualTo("true");
    assertThat(parsed.rawMember("b")).as("a member of an inner object").isNull();
    var inner = (ObjectNode) parsed.value().path("arguments").path("a").path(1);
    assertThat(parsed.source().of(inner, "b")).isEqualTo("2");
  }

  @Test
  void equalObjectsInOneTextKeepTheirOwnSource() {
    var parsed = (Parsed) StrictJson.parse("[{\"a\":1.0},{\"a\": 1.0 }, {\"a\":{\"a\":1}}]");
    var third = (ObjectNode) parsed.value().path(2);
    assertThat(parsed.source().of(third, "a")).isEqualTo("{\"a\":1}");
    assertThat(parsed.source().of((ObjectNode) third.path("a"), "a")).isEqualTo("1");
  }

  @Test
  void aBodyMustBeAnObject() {
    assertThat(
            malformed(StrictJson.parseObject("[1]".getBytes(UTF_8), JsonLimits.DEFAULT)).message())
        .isEqualTo("the body must be a JSON object {...}, got an array");
  }

  @Test
  void anObjectMayHoldEveryKindOfValue() {
    var text = "{\"\":null,\"é\":[true,false,{},[],\"\\ud83d\\ude00\"]}";
    assertThat(CanonicalJson.write(value(text)))
        .isEqualTo("{\"\":null,\"é\":[true,false,{},[],\"😀\"]}");
  }

  @Test
  void aProblemDescribesItselfWithItsPosition() {
    assertThat(malformed(StrictJson.parse("{\"a\":1,\n\"a\":2}")).describe())
        .isEqualTo("duplicate key \"a\": give each key once (line 2, column 1, offset 8)");
  }

  @Test
  void limitsOutsideTheirBoundsAreRefused() {
    Stream<Integer> depths = Stream.of(0, 1001);
    depths.forEach(depth ->
        assertThatThrownBy(() -> JsonLimits.DEFAULT.withMaxDepth(depth))
            .hasMessage("maxDepth must be 1..1000, got " + depth));
  }

  private static JsonNode value(String text) {
    return ((Parsed) StrictJson.parse(text)).value();
  }

  private static Malformed malformed(ParseResult result) {
    assertThat(result).isInstanceOf(Malformed.class);
    return (Malformed) result;
  }
}
