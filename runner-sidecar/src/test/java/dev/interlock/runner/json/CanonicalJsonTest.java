package dev.interlock.runner.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.json.ParseResult.Parsed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.StringNode;

class CanonicalJsonTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "-0.0e5, 0",
    "1.0, 1",
    "1e0, 1",
    "10E-1, 1",
    "100, 100",
    "1e2, 100",
    "-1.50, -1.5",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "0.00000015, 1.5e-7",
    "1e20, 100000000000000000000",
    "123456789012345678901, 123456789012345678901",
    "1e21, 1e+21",
    "1234567890123456789012, 1.234567890123456789012e+21",
    "9007199254740993, 9007199254740993",
    "2512292042121000001, 2512292042121000001",
    "2512292042121000000, 2512292042121000000",
    "9223372036854775808, 9223372036854775808",
    "333333333.33333329, 333333333.33333329",
    "1e400, 1e+400",
    "123.456e-400, 1.23456e-398"
  })
  void numbersHaveOneForm(String written, String canonical) {
    assertThat(canonical(written)).isEqualTo(canonical);
  }

  @Test
  void theExampleOfTheStandardComesOutAsItIsThere() {
    // RFC 8785 §3.2.2 and §3.2.3; its first number is written here with the digits a double keeps.
    var text =
        """
        {"numbers": [333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
         "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
         "literals": [null, true, false]}\
        """;
    assertThat(canonical(text))
        .isEqualTo(
            "{\"literals\":[null,true,false],"
                + "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                + "\"string\":\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
  }

  @Test
  void keysAreOrderedByUtf16CodeUnits() {
    // RFC 8785 §3.2.3: the emoji, whose first half is D83D, comes before U+FB33.
    var text =
        """
        {"\\u20ac":"Euro","\\r":"CR","\\ufb33":"Dalet","1":"One","\\ud83d\\ude00":"Smile",
         "\\u0080":"Control","\\u00f6":"O"}\
        """;
    assertThat(canonical(text))
        .isEqualTo(
            "{\"\\r\":\"CR\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"O\",\"€\":\"Euro\","
                + "\"😀\":\"Smile\",\"\ufb33\":\"Dalet\"}");
  }

  @Test
  void neighboursThatShareOneDoubleHaveTheirOwnHashes() {
    assertThat(FrozenInput.of(value("{\"id\":2512292042121000001}")).hash())
        .isNotEqualTo(FrozenInput.of(value("{\"id\":2512292042121000000}")).hash());
  }

  @Test
  void theHashIsSha256OfTheCanonicalBytes() {
    // printf '{"a":1,"é":2}' | sha256sum
    assertThat(FrozenInput.of(value("{ \"é\": 2.0, \"a\": 1 }")).hash())
        .hasToString(
            "jcsx1:sha256:f96066e9f22d30615d9efa4245a80d2b79a2bbeea3056c877757a5890d4916e0");
  }

  @Test
  void whatHasNoJsonFormIsRefused() {
    assertThatThrownBy(() -> CanonicalJson.write(DoubleNode.valueOf(Double.NaN)))
        .hasMessage("no canonical form for NaN");
    assertThatThrownBy(() -> CanonicalJson.write(DoubleNode.valueOf(Double.NEGATIVE_INFINITY)))
        .hasMessage("no canonical form for -Infinity");
    assertThatThrownBy(() -> CanonicalJson.write(StringNode.valueOf("\ud800")))
        .hasMessage("no canonical form for a string with a lone surrogate");
    assertThatThrownBy(() -> CanonicalJson.write(MissingNode.getInstance()))
        .hasMessage("no canonical form for nothing");
  }

  @Test
  void doublesFromElsewhereAreWrittenByTheirShortestDigits() {
    assertThat(CanonicalJson.write(DoubleNode.valueOf(0.1))).isEqualTo("0.1");
    assertThat(CanonicalJson.write(DoubleNode.valueOf(-0.0))).isEqualTo("0");
  }

  private static JsonNode value(String text) {
    return ((Parsed) StrictJson.parse(text)).value();
  }

  private static String canonical(String text) {
    return CanonicalJson.write(value(text));
  }
}
