package dev.interlock.runner.api;

import dev.interlock.runner.execution.Answer;
import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.RunId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Calls and the operations behind them.
final class CallRoutes {
  private static final Set<String> FIELDS = Set.of("run_id", "call_id", "turn", "arguments");

  private final Doors doors;
  private final JsonLimits limits;
  private final Callers callers;

  CallRoutes(Doors doors, JsonLimits limits, Callers callers) {
    this.doors = doors;
    this.limits = limits;
    this.callers = callers;
  }

  /// `POST /v1/tools/{tool}/calls`
  Reply call(ApiRequest request) {
    var body = RequestBody.parse(request.body(), limits, FIELDS);
    var run = Ids.run(body.requiredString("run_id"));
    var raw = body.raw("arguments");
    @Nullable EndUser user = callers.user(request, run);
    var call =
        new Call(
            Ids.call(body.requiredString("call_id")),
            request.path("tool"),
            raw == null ? "" : raw,
            run,
            body.whole("turn", 1, Integer.MAX_VALUE).map(Long::intValue).orElse(0),
            doors.agent(),
            TraceContext.traceId(request.header("traceparent")),
            user);
    return reply(doors.runner().call(call, request.preferredWait().orElse(null)), run);
  }

  /// `GET /v1/operations/{id}`
  Reply operation(ApiRequest request) {
    var id = Ids.operation(request.path("id"));
    return reply(doors.runner().check(id, null, request.queryWait()), null);
  }

  /// `GET /v1/operations?run_id&call_id`
  Reply operationOfCall(ApiRequest request) {
    var run = Ids.run(required(request, "run_id"));
    var call = Ids.call(required(request, "call_id"));
    return reply(doors.runner().check(run, call, request.queryWait()), run);
  }

  /// `POST /v1/operations/{id}/cancel`
  Reply cancel(ApiRequest request) {
    return reply(doors.runner().cancel(Ids.operation(request.path("id")), "agent"), null);
  }

  /// `GET /v1/operations/{id}/trace`
  Reply trace(ApiRequest request) {
    var id = Ids.operation(request.path("id"));
    var history = doors.journal().history(id);
    if (history.isEmpty()) {
      throw ProblemException.notFound("there is no operation " + id);
    }
    return Reply.json(200, ExecutionTrace.of(id, history));
  }

  private static String required(ApiRequest request, String parameter) {
    return request
        .query(parameter)
        .orElseThrow(() ->
            ProblemException.badRequest("query parameter \"%s\" is required".formatted(parameter)));
  }

  private Reply reply(Answer answer, @Nullable RunId run) {
    return switch (answer) {
      case Answer.Known known -> envelope(known);
      case Answer.NoSuchTool(var tool) ->
          throw new ProblemException(
              404, "tool_not_allowed", "no tool \"%s\" is offered to this agent".formatted(tool));
      case Answer.NoSuchOperation _ ->
          throw ProblemException.notFound("the journal knows no such operation");
      case Answer.CallConflict(var existing, var call) ->
          throw new ProblemException(
              409,
              "call_conflict",
              "call id \"%s\" of run \"%s\" was used with other arguments by %s; use a new call id"
                  .formatted(call, run, existing));
      case Answer.Refused refused -> refused(refused);
    };
  }

  private Reply envelope(Answer.Known known) {
    var envelope = ResultEnvelope.of(known);
    var json = EnvelopeJson.write(envelope);
    var id = known.snapshot().id();
    var reply =
        Reply.text(envelope.isOpen() ? 202 : 200, "application/json", json)
            .with("Interlock-Operation", id.value())
            .with("Interlock-Outcome-Source", envelope.attempts() > 0 ? "tool" : "runner");
    return envelope.isOpen()
        ? reply.with("Location", "/v1/operations/" + id)
        : reply.whenSent(delivered -> reported(id, known.callId(), json, delivered));
  }

  private void reported(OperationId id, CallId call, String json, boolean delivered) {
    doors.runner().reported(id, call, json, delivered);
  }

  private static Reply refused(Answer.Refused refused) {
    var json = EnvelopeJson.write(ResultEnvelope.of(refused));
    var reply =
        switch (refused.code()) {
          case JOURNAL_UNAVAILABLE, JOURNAL_NOT_DURABLE ->
              Reply.text(503, "application/json", json);
          default -> Reply.text(200, "application/json", json);
        };
    long seconds = Math.max(1, refused.retryAfter().plusMillis(999).toSeconds());
    return (refused.retryAfter().isZero() ? reply : reply.with("Retry-After", "" + seconds))
        .with("Interlock-Outcome-Source", "runner");
  }
}
