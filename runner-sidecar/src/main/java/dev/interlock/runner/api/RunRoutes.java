package dev.interlock.runner.api;

import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.ToolErrorCode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// Runs: open, count a turn, close.
final class RunRoutes {
  private static final Set<String> OPEN =
      Set.of(
          "run_id",
          "user_token",
          "max_turns",
          "max_tool_calls",
          "max_duration_seconds",
          "max_spend",
          "per_tool");
  private static final Set<String> TURN = Set.of("turn", "cost");

  private final Doors doors;
  private final JsonLimits limits;
  private final Callers callers;

  RunRoutes(Doors doors, JsonLimits limits, Callers callers) {
    this.doors = doors;
    this.limits = limits;
    this.callers = callers;
  }

  /// `POST /v1/runs`
  Reply open(ApiRequest request) {
    var body = RequestBody.parse(orEmpty(request.body()), limits, OPEN);
    var id = Ids.run(body.string("run_id").orElseGet(() -> "run-" + UUID.randomUUID()));
    var token = body.string("user_token").or(() -> request.header("Interlock-User-Token"));
    var user = token.map(callers::verify).orElse(null);
    return Reply.json(200, describe(doors.runs().open(id, user, budget(body))));
  }

  /// `POST /v1/runs/{run}/turns`
  Reply turn(ApiRequest request) {
    var run = find(request);
    var body = RequestBody.parse(request.body(), limits, TURN);
    int turn =
        body.whole("turn", 1, Integer.MAX_VALUE)
            .map(Long::intValue)
            .orElseThrow(() -> ProblemException.badRequest("field \"turn\" is required"));
    return doors
        .runs()
        .countTurn(run, doors.agent(), turn, body.micros("cost").orElse(0L))
        .map(code -> Reply.json(200, refused(run.id(), code)))
        .orElseGet(() ->
            Reply.json(
                200,
                JsonNodeFactory.instance
                    .objectNode()
                    .put("status", "counted")
                    .put("run_id", run.id().value())
                    .put("turn", turn)));
  }

  /// `POST /v1/runs/{run}/close`
  Reply close(ApiRequest request) {
    var run = find(request);
    doors.runs().close(run.id());
    return Reply.json(200, describe(doors.runs().find(run.id()).orElse(run)));
  }

  private Run find(ApiRequest request) {
    var id = Ids.run(request.path("run"));
    return doors
        .runs()
        .find(id)
        .orElseThrow(() -> ProblemException.notFound("there is no run \"%s\"".formatted(id)));
  }

  private static byte[] orEmpty(byte[] body) {
    return body.length == 0 ? new byte[] {'{', '}'} : body;
  }

  private static RunBudget budget(RequestBody body) {
    return new RunBudget(
        body.whole("max_turns", 0, Long.MAX_VALUE).orElse(Long.MAX_VALUE),
        body.whole("max_tool_calls", 0, Long.MAX_VALUE).orElse(Long.MAX_VALUE),
        body.whole("max_duration_seconds", 0, 31_536_000).map(Duration::ofSeconds).orElse(null),
        body.micros("max_spend").orElse(Long.MAX_VALUE),
        perTool(body));
  }

  private static Map<String, Long> perTool(RequestBody body) {
    var limits = new HashMap<String, Long>();
    body.get("per_tool")
        .ifPresent(node -> {
          if (!(node instanceof ObjectNode object)) {
            throw ProblemException.badRequest("field \"per_tool\" must be an object");
          }
          object
              .properties()
              .forEach(entry -> {
                if (!entry.getValue().isIntegralNumber()
                    || !entry.getValue().canConvertToLong()
                    || entry.getValue().asLong() < 0) {
                  throw ProblemException.badRequest(
                      "field \"per_tool.%s\" must be a whole number of at least 0"
                          .formatted(entry.getKey()));
                }
                limits.put(entry.getKey(), entry.getValue().asLong());
              });
        });
    return limits;
  }

  private static ObjectNode describe(Run run) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("run_id", run.id().value())
        .put("opened_at", run.openedAt().toString())
        .put("closed", run.closed());
  }

  private static ObjectNode refused(RunId run, ToolErrorCode code) {
    boolean closed = code == ToolErrorCode.CANCELLED;
    var node =
        JsonNodeFactory.instance
            .objectNode()
            .put("status", closed ? "rejected" : "budget_exhausted")
            .put("code", code.wireName())
            .put("run_id", run.value())
            .put(
                "message",
                closed
                    ? "The run is closed."
                    : "The run's %s is used up.".formatted(code.wireName().replace('_', ' ')));
    node.putArray("allowed_next_actions").add(NextAction.FINISH.wireName());
    return node;
  }
}
