package dev.interlock.runner.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ToolsFormatTest {

  private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"a\":{}}}";

  private static final ToolDefinition CHARGE =
      new ToolDefinition("charge_card", "Charge a card.", (ObjectNode) json(SCHEMA));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "openai-responses | [{'type':'function','name':'charge_card','strict':false,"
            + "'description':'Charge a card.','parameters':S}]",
        "openai-chat | [{'type':'function','function':{'name':'charge_card',"
            + "'description':'Charge a card.','parameters':S}}]",
        "anthropic | [{'name':'charge_card','description':'Charge a card.','input_schema':S}]",
        "gemini | [{'functionDeclarations':[{'name':'charge_card','description':'Charge a card.',"
            + "'parametersJsonSchema':S}]}]",
        "mcp | [{'name':'charge_card','description':'Charge a card.','inputSchema':S}]"
      },
      quoteCharacter = '`')
  void aToolIsDefinedInTheShapeOfTheFormat(String format, String expected) {
    var written = ToolsFormat.ofWireName(format).orElseThrow().write(List.of(CHARGE));
    assertThat(written).isEqualTo(json(expected.replace('\'', '"').replace("S}", SCHEMA + "}")));
  }

  @ParameterizedTest
  @EnumSource
  void noToolsAreAnEmptyArray(ToolsFormat format) {
    assertThat(format.write(List.of())).isEqualTo(json("[]"));
  }

  @Test
  void anUnknownFormatIsNotFound() {
    assertThat(ToolsFormat.ofWireName("openai")).isEmpty();
  }

  private static JsonNode json(String text) {
    return ((Parsed) StrictJson.parse(text)).value();
  }
}
