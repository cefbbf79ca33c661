package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.detail;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.net.http.HttpResponse;
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

/// Runs and turns that are told wrongly are neither opened nor counted.
@Timeout(60)
class BadRunsTest {
  private static RunningDoor door;

  @BeforeAll
  static void open(@TempDir Path folder) {
    door = RunningDoor.open(folder, PAY);
  }

  @AfterAll
  static void close() {
    door.close();
  }

  static final List<Arguments> WRONG =
      List.of(
          arguments("{\"run_id\":7}", "\"run_id\" must be a string, got 7"),
          arguments("{\"run_id\":\"\"}", "1..256 characters, got 0"),
          arguments("{\"max_turns\":-1}", "\"max_turns\" must be a whole number 0.."),
          arguments("{\"max_turns\":\"2\"}", "got a string"),
          arguments("{\"max_turns\":1e30}", "\"max_turns\" must be a whole number"),
          arguments("{\"max_duration_seconds\":31536001}", "0..31536000, got 31536001"),
          arguments("{\"max_spend\":0.0000001}", "at most 6 decimals"),
          arguments("{\"max_spend\":\"-1\"}", "at least 0"),
          arguments("{\"max_spend\":1e999}", "at least 0 with at most 6 decimals"),
          arguments("{\"max_spend\":\"1e999999999\"}", "at least 0 with at most 6 decimals"),
          arguments("{\"max_spend\":\"lots\"}", "at least 0 with at most 6 decimals"),
          arguments("{\"max_spend\":true}", "at least 0 with at most 6 decimals"),
          arguments("{\"per_tool\":[1]}", "\"per_tool\" must be an object"),
          arguments("{\"per_tool\":{\"t\":1.5}}", "\"per_tool.t\" must be a whole number"),
          arguments("{\"per_tool\":{\"t\":\"1\"}}", "\"per_tool.t\" must be a whole number"),
          arguments("{\"max_turn\":1}", "did you mean \"max_turns\"?"),
          arguments("[]", "must be a JSON object, got an array"));

  @ParameterizedTest(name = "a run is not opened with {0}")
  @FieldSource("WRONG")
  void budgetsThatCannotBeRead(String body, String says) {
    var response = door.post("/v1/runs", body);
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(detail(response)).contains(says);
  }

  @Test
  void turnsThatCannotBeReadAreNotCounted() {
    assertThat(door.post("/v1/runs", "{\"run_id\":\"r\"}").statusCode()).isEqualTo(200);
    assertThat(detail(turn("{}"))).contains("\"turn\" is required");
    assertThat(detail(turn("{\"turn\":0}"))).contains("1..2147483647, got 0");
    assertThat(detail(turn("{\"turn\":1,\"cost\":-0.1}"))).contains("at least 0");
    assertThat(turn("").statusCode()).isEqualTo(400);
  }

  private static HttpResponse<String> turn(String body) {
    return door.post("/v1/runs/r/turns", body);
  }
}
