package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// The tools that an agent may use, in each provider's shape.
@Timeout(60)
class ToolsTest {
  private static RunningDoor door;

  @BeforeAll
  static void open(@TempDir Path folder) {
    door = RunningDoor.open(folder, PAY);
  }

  @AfterAll
  static void close() {
    door.close();
  }

  static final List<Arguments> FORMATS =
      List.of(
          arguments("openai-responses", "/0/parameters/properties/order_id", "/0/name"),
          arguments(
              "openai-chat", "/0/function/parameters/properties/order_id", "/0/function/name"),
          arguments("anthropic", "/0/input_schema/properties/order_id", "/0/name"),
          arguments(
              "gemini",
              "/0/functionDeclarations/0/parametersJsonSchema/properties/order_id",
              "/0/functionDeclarations/0/name"),
          arguments("mcp", "/0/inputSchema/properties/order_id", "/0/name"));

  @ParameterizedTest(name = "tools are given as {0} wants them")
  @FieldSource("FORMATS")
  void toolsAreReadyForTheModelRequest(String format, String schema, String name) {
    var tools = json(door.get("/v1/tools?format=" + format));
    assertThat(tools.at(name).asString()).as(tools.toString()).isEqualTo("charge_card");
    assertThat(tools.at(schema).path("type").asString()).isEqualTo("string");
  }

  @Test
  void openAiResponsesIsTheFormatWhenNobodyAsksForOne() {
    assertThat(json(door.get("/v1/tools")))
        .isEqualTo(json(door.get("/v1/tools?format=openai-responses")));
  }
}
