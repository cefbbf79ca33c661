package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Runs and their four budgets.
@Timeout(60)
class RunsTest {
  private static final String BUDGET =
      """
      ---
      apiVersion: interlock.dev/v1alpha1
      kind: RunBudget
      metadata: {name: everybody}
      spec: {maxToolCalls: 3}
      """;

  @TempDir private Path folder;
  private RunningDoor door;

  @BeforeEach
  void open() {
    door =
        RunningDoor.with(
            folder,
            PAY,
            url -> RunningDoor.charging(url, "Never") + "  cost: {perCall: \"2\"}\n" + BUDGET);
  }

  @AfterEach
  void close() {
    door.close();
  }

  @Test
  void aRunIsOpenedOnceHoweverOftenItIsAskedFor() {
    var first = door.post("/v1/runs", "{\"run_id\":\"r\",\"max_turns\":2}");
    assertThat(json(first).path("closed").asBoolean()).isFalse();
    assertThat(json(door.post("/v1/runs", "{\"run_id\":\"r\",\"max_turns\":9}")))
        .isEqualTo(json(first));
    assertThat(json(door.post("/v1/runs", "")).path("run_id").asString()).startsWith("run-");
    assertThat(json(door.post("/v1/runs", "{}")).path("run_id").asString()).startsWith("run-");
  }

  @Test
  void aTurnIsCountedOnceAndTheLastOneStopsTheRun() {
    open("{\"run_id\":\"r\",\"max_turns\":2}");
    assertThat(status(turn("{\"turn\":1}"))).isEqualTo("counted");
    assertThat(status(turn("{\"turn\":1}"))).isEqualTo("counted");
    assertThat(status(turn("{\"turn\":2}"))).isEqualTo("counted");
    var third = turn("{\"turn\":3}");
    assertThat(status(third)).isEqualTo("budget_exhausted");
    assertThat(code(third)).isEqualTo("turn_budget");
    assertThat(json(third).path("message").asString())
        .isEqualTo("The run's turn budget is used up.");
    assertThat(json(third).path("allowed_next_actions").toString()).isEqualTo("[\"finish\"]");
  }

  @Test
  void whatTurnsAndToolsCostIsCountedTogether() {
    open("{\"run_id\":\"r\",\"max_spend\":\"3.5\"}");
    assertThat(status(turn("{\"turn\":1,\"cost\":\"1.000001\"}"))).isEqualTo("counted");
    assertThat(status(call("c1"))).isEqualTo("succeeded");
    var second = call("c2");
    assertThat(code(second)).isEqualTo("spend_budget");
    assertThat(status(second)).isEqualTo("budget_exhausted");
    assertThat(code(turn("{\"turn\":2,\"cost\":0.5}"))).isEqualTo("spend_budget");
    assertThat(status(turn("{\"turn\":2,\"cost\":0.499999}"))).isEqualTo("counted");
    assertThat(door.upstream.effects()).hasSize(1);
  }

  @Test
  void theTightestBudgetOfPolicyAndAgentCountsForToolCalls() {
    open("{\"run_id\":\"r\",\"max_tool_calls\":1000}");
    for (int i = 1; i <= 3; i++) {
      assertThat(status(call("c" + i))).isEqualTo("succeeded");
    }
    assertThat(code(call("c4"))).isEqualTo("tool_call_budget");
    assertThat(status(call("c1"))).as("what was answered stays answered").isEqualTo("succeeded");
    assertThat(door.upstream.requests()).hasSize(3);
  }

  @Test
  void aBudgetForOneToolStopsThatToolAlone() {
    open("{\"run_id\":\"r\",\"per_tool\":{\"charge_card\":1}}");
    assertThat(status(call("c1"))).isEqualTo("succeeded");
    var second = call("c2");
    assertThat(code(second)).isEqualTo("tool_call_budget");
    assertThat(second.headers().firstValue("Interlock-Outcome-Source")).hasValue("runner");
    assertThat(door.upstream.requests()).hasSize(1);
  }

  @Test
  void aRunWithoutTimeStopsAtOnce() {
    open("{\"run_id\":\"r\",\"max_duration_seconds\":0}");
    assertThat(code(turn("{\"turn\":1}"))).isEqualTo("time_budget");
    assertThat(code(call("c"))).isEqualTo("time_budget");
    assertThat(door.upstream.requests()).isEmpty();
  }

  @Test
  void aClosedRunTakesNothingMore() {
    open("{\"run_id\":\"r\"}");
    assertThat(status(call("c"))).isEqualTo("succeeded");
    assertThat(json(door.post("/v1/runs/r/close", "")).path("closed").asBoolean()).isTrue();
    assertThat(json(door.post("/v1/runs/r/close", "")).path("closed").asBoolean()).isTrue();
    assertThat(code(call("d"))).isEqualTo("cancelled");
    var turn = turn("{\"turn\":1}");
    assertThat(status(turn)).isEqualTo("rejected");
    assertThat(json(turn).path("message").asString()).isEqualTo("The run is closed.");
    assertThat(json(door.post("/v1/runs", "{\"run_id\":\"r\"}")).path("closed").asBoolean())
        .isTrue();
    assertThat(door.upstream.requests()).hasSize(1);
  }

  @Test
  void runIdsAreOpaqueInPathsToo() {
    for (var id : List.of("run 1", "a/b", "zażółć 🦆", "50%", "a+b", "a;b", "x?y#z", "a%2Fb")) {
      open("{\"run_id\":\"%s\"}".formatted(id));
      var path = "/v1/runs/%s/turns".formatted(encoded(id));
      assertThat(json(door.post(path, "{\"turn\":1}")).path("run_id").asString()).isEqualTo(id);
    }
  }

  private void open(String body) {
    assertThat(door.post("/v1/runs", body).statusCode()).isEqualTo(200);
  }

  private HttpResponse<String> turn(String body) {
    return door.post("/v1/runs/r/turns", body);
  }

  private HttpResponse<String> call(String id) {
    return door.post(
        "/v1/tools/charge_card/calls",
        "{\"run_id\":\"r\",\"call_id\":\"%s\",\"arguments\":{\"order_id\":\"%s\"}}"
            .formatted(id, id));
  }

  static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String status(HttpResponse<String> response) {
    return json(response).path("status").asString();
  }

  private static String code(HttpResponse<String> response) {
    return json(response).path("code").asString();
  }
}
