package dev.interlock.runner.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolArgumentsTest {

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " \t\r\n", "null", " null ", "{}", " { } "})
  void absentEmptyBlankAndNullAreAnEmptyObject(String raw) {
    var accepted = (ToolArguments.Accepted) ToolArguments.parse(raw);
    assertThat(accepted.input().isEmpty()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"[], an array", "1, a number", "true, a boolean", "'\"{}\"', a string"})
  void anythingButAnObjectIsRefused(String raw, String kind) {
    var refused = (ToolArguments.Refused) ToolArguments.parse(raw);
    assertThat(refused.why().message())
        .isEqualTo("the arguments must be a JSON object {...}, got " + kind);
  }

  @Test
  void twoObjectsAreRefusedAndTheFirstIsNotTaken() {
    var refused = (ToolArguments.Refused) ToolArguments.parse("{\"a\":1}{\"a\":2}");
    assertThat(refused.why().describe())
        .contains("text after the end of the JSON value", "offset 7");
  }

  @Test
  void aNoBreakSpaceIsNotWhiteSpace() {
    assertThat(ToolArguments.parse("\u00a0")).isInstanceOf(ToolArguments.Refused.class);
  }
}
