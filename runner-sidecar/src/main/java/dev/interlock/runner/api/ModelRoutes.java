package dev.interlock.runner.api;

import dev.interlock.runner.execution.Answer;
import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.provider.CallResult;
import dev.interlock.runner.provider.ProposedCall;
import dev.interlock.runner.provider.ProviderFormat;
import dev.interlock.runner.provider.ProviderReading;
import dev.interlock.runner.provider.ToolDefinition;
import dev.interlock.runner.provider.ToolsFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What speaks the model providers' own formats: tool definitions out, a model's message in, the
/// messages to append out.
final class ModelRoutes {
  private final Doors doors;
  private final JsonLimits limits;
  private final Callers callers;

  ModelRoutes(Doors doors, JsonLimits limits, Callers callers) {
    this.doors = doors;
    this.limits = limits;
    this.callers = callers;
  }

  /// `GET /v1/tools?format=`
  Reply tools(ApiRequest request) {
    var name = request.query("format").orElse(ToolsFormat.OPENAI_RESPONSES.wireName());
    var format =
        ToolsFormat.ofWireName(name)
            .orElseThrow(() ->
                ProblemException.badRequest(
                    "query parameter \"format\" must be one of %s, got \"%s\""
                        .formatted(
                            Arrays.stream(ToolsFormat.values()).map(ToolsFormat::wireName).toList(),
                            name)));
    var definitions =
        doors.policies().get().offeredTo(doors.agent()).stream()
            .map(contract ->
                new ToolDefinition(
                    contract.tool(), contract.description(), (ObjectNode) contract.inputSchema()))
            .toList();
    return Reply.json(200, format.write(definitions));
  }

  /// `POST /v1/adapters/{provider}/{message}?run_id&turn`
  Reply adapt(ApiRequest request) {
    var path = request.path("provider") + "/" + request.path("message");
    var format =
        ProviderFormat.ofPath(path)
            .orElseThrow(() -> ProblemException.notFound("there is no adapter " + path));
    var run =
        Ids.run(
            request
                .query("run_id")
                .orElseThrow(
                    () -> ProblemException.badRequest("query parameter \"run_id\" is required")));
    int turn = request.query("turn").map(ModelRoutes::turn).orElse(0);
    return switch (format.read(request.body(), turn, limits)) {
      case ProviderReading.Unusable unusable ->
          throw ProblemException.badRequest(unusable.describe());
      case ProviderReading.Calls(var calls) -> {
        var envelopes = envelopes(request, calls, run, turn);
        var body = JsonNodeFactory.instance.objectNode();
        var messages = body.putArray("messages");
        format
            .answer(calls, envelopes.stream().map(ModelRoutes::result).toList())
            .forEach(messages::add);
        yield Reply.json(200, body).whenSent(delivered -> reported(envelopes, delivered));
      }
    };
  }

  private static int turn(String text) {
    try {
      int turn = Integer.parseInt(text);
      if (turn > 0) {
        return turn;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw ProblemException.badRequest(
        "query parameter \"turn\" must be a whole number from 1, got \"%s\"".formatted(text));
  }

  /// Calls of one turn run side by side; what must not is held apart by the policies' locks.
  private List<ResultEnvelope> envelopes(
      ApiRequest request, List<ProposedCall> calls, RunId run, int turn) {
    @Nullable EndUser user = callers.user(request, run);
    var trace = TraceContext.traceId(request.header("traceparent"));
    var wait = request.preferredWait().orElse(null);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<ResultEnvelope>>();
      for (var proposed : calls) {
        var call =
            new Call(
                proposed.callId(),
                proposed.tool(),
                proposed.rawArguments(),
                run,
                turn,
                doors.agent(),
                trace,
                user);
        Callable<ResultEnvelope> task = () -> envelope(call, wait);
        running.add(threads.submit(task));
      }
      return running.stream().map(ModelRoutes::join).toList();
    }
  }

  private ResultEnvelope envelope(Call call, @Nullable Duration wait) {
    return switch (doors.runner().call(call, wait)) {
      case Answer.Known known -> ResultEnvelope.of(known);
      case Answer.Refused refused -> ResultEnvelope.of(refused);
      case Answer.NoSuchTool unknown ->
          ResultEnvelope.ofUnknownTool(unknown, call.runId(), call.callId());
      case Answer.CallConflict conflict -> ResultEnvelope.ofConflict(conflict, call.runId());
      case Answer.NoSuchOperation _ ->
          throw new IllegalStateException("a call always has an answer");
    };
  }

  private static CallResult result(ResultEnvelope envelope) {
    return new CallResult(
        envelope.callId(), envelope.status().equals("succeeded"), EnvelopeJson.node(envelope));
  }

  /// What is still open will be told again, and is reported then.
  private void reported(List<ResultEnvelope> envelopes, boolean delivered) {
    for (var envelope : envelopes) {
      if (envelope.operation() != null && !envelope.isOpen()) {
        doors
            .runner()
            .reported(
                envelope.operation(), envelope.callId(), EnvelopeJson.write(envelope), delivered);
      }
    }
  }

  private static ResultEnvelope join(Future<ResultEnvelope> running) {
    try {
      return running.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while calls of a turn ran", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a call of a turn failed", e.getCause());
    }
  }
}
