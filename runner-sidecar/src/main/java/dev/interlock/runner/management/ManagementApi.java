package dev.interlock.runner.management;

import dev.interlock.runner.execution.Decisions;
import dev.interlock.runner.execution.Decisions.Person;
import dev.interlock.runner.execution.Decisions.Verdict;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.json.ParseResult;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.OperationId;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// The management port. Health and metrics are open; what reads or decides operations needs the
/// token that the runner wrote at its start.
public final class ManagementApi implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagementApi.class);
  private static final int MAX_BODY = 1 << 20;
  private static final int LISTED = 1000;

  /// What the port serves.
  ///
  /// @param metrics all metrics as text
  /// @param notReady what keeps the runner from taking calls; empty when nothing does
  /// @param trace an operation's history as JSON
  public record Sources(
      Journal journal,
      Decisions decisions,
      Supplier<String> metrics,
      Supplier<List<String>> notReady,
      BiFunction<OperationId, List<JournaledEvent>, ObjectNode> trace) {}

  private final Vertx vertx;
  private final Sources sources;
  private volatile @Nullable ManagementToken token;
  private @Nullable HttpServer server;

  public ManagementApi(Vertx vertx, Sources sources) {
    this.vertx = vertx;
    this.sources = sources;
  }

  /// Listens, and makes the token that the verbs need.
  ///
  /// @param port 0 for any free one
  /// @throws UncheckedIOException when the address is taken or cannot be had
  public ManagementToken start(String host, int port) {
    try {
      server =
          vertx
              .createHttpServer(new HttpServerOptions().setHost(host).setPort(port))
              .requestHandler(router())
              .listen()
              // Not Future.await: it would throw a checked exception that nobody can catch by its
              // type.
              .toCompletionStage()
              .toCompletableFuture()
              .join();
    } catch (CompletionException e) {
      throw new UncheckedIOException(
          "cannot listen on %s:%d for management: %s".formatted(host, port, e.getCause()),
          new IOException(e.getCause()));
    }
    var made = ManagementToken.create(host + ":" + server.actualPort());
    token = made;
    return made;
  }

  @Override
  public void close() {
    if (server != null) {
      server.close().await();
    }
  }

  private record Response(int status, String type, String body) {}

  private Router router() {
    var router = Router.router(vertx);
    router.get("/livez").handler(context -> send(context, text(200, "ok")));
    router.get("/readyz").handler(context -> later(context, _ -> ready()));
    router.get("/metrics").handler(context -> later(context, _ -> metrics()));
    router.route("/v1/*").handler(this::authorize);
    router.route("/v1/*").handler(BodyHandler.create(false).setBodyLimit(MAX_BODY));
    router.get("/v1/operations").handler(context -> later(context, this::operations));
    router.get("/v1/operations/:id/trace").handler(context -> later(context, this::trace));
    router
        .post("/v1/operations/:id/approve")
        .handler(context -> later(context, c -> decide(c, true)));
    router
        .post("/v1/operations/:id/deny")
        .handler(context -> later(context, c -> decide(c, false)));
    router.post("/v1/operations/:id/resolve").handler(context -> later(context, this::resolve));
    router.errorHandler(
        413, context -> write(context, problem(413, "a body may have at most 1 MiB")));
    return router;
  }

  private void authorize(RoutingContext context) {
    var given = context.request().getHeader("Authorization");
    var expected = token;
    if (given != null
        && expected != null
        && given.startsWith("Bearer ")
        && expected.matches(given.substring("Bearer ".length()))) {
      context.next();
    } else {
      send(context, problem(401, "the token in the runner's token file is needed"));
    }
  }

  /// Handlers block, so each has a virtual thread.
  private static void later(RoutingContext context, Function<RoutingContext, Response> handler) {
    Thread.ofVirtual().name("management").start(() -> send(context, answer(context, handler)));
  }

  private static Response answer(
      RoutingContext context, Function<RoutingContext, Response> handler) {
    try {
      return handler.apply(context);
    } catch (IllegalArgumentException e) {
      return problem(400, String.valueOf(e.getMessage()));
    } catch (JournalUnavailableException e) {
      return problem(503, "the journal cannot be reached now: " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("a management request failed", e);
      return problem(500, "the runner failed at this; its log says why");
    }
  }

  private Response ready() {
    var missing = sources.notReady().get();
    return missing.isEmpty() ? text(200, "ready") : text(503, String.join("\n", missing));
  }

  /// Source: Prometheus, "Exposition formats", text format 0.0.4.
  private Response metrics() {
    return new Response(200, "text/plain; version=0.0.4; charset=utf-8", sources.metrics().get());
  }

  private Response operations(RoutingContext context) {
    var filter =
        switch (context.request().getParam("filter", "unresolved")) {
          case "all" -> Journal.Filter.ALL;
          case "attention" -> Journal.Filter.ATTENTION;
          case "unresolved" -> Journal.Filter.UNRESOLVED;
          case String other ->
              throw new IllegalArgumentException(
                  "filter must be unresolved, attention or all, got " + other);
        };
    var body = JsonNodeFactory.instance.objectNode();
    var operations = body.putArray("operations");
    sources
        .journal()
        .list(filter, LISTED)
        .forEach(snapshot -> operations.add(OperationSummary.of(snapshot)));
    return json(200, body);
  }

  private Response trace(RoutingContext context) {
    var id = id(context);
    var history =
        id.map(known -> sources.journal().history(known)).orElse(List.<JournaledEvent>of());
    return history.isEmpty()
        ? problem(404, "there is no operation " + context.pathParam("id"))
        : json(200, sources.trace().apply(id.orElseThrow(), history));
  }

  private Response decide(RoutingContext context, boolean granted) {
    var body = body(context);
    return id(context)
        .map(known ->
            verdict(
                sources
                    .decisions()
                    .approve(known, person(body), granted, optional(body, "reason"))))
        .orElseGet(() -> problem(404, "there is no operation " + context.pathParam("id")));
  }

  private Response resolve(RoutingContext context) {
    var body = body(context);
    var found =
        switch (String.valueOf(optional(body, "outcome"))) {
          case "Succeeded" -> Found.COMMITTED;
          case "NotExecuted" -> Found.NOT_EXECUTED;
          case "Failed" -> Found.FAILED;
          default ->
              throw new IllegalArgumentException(
                  "outcome must be Succeeded, NotExecuted or Failed, got " + body.get("outcome"));
        };
    var result = body.get("result");
    return id(context)
        .map(known ->
            verdict(
                sources
                    .decisions()
                    .resolve(
                        known,
                        person(body),
                        found,
                        result == null ? null : result.toString(),
                        optional(body, "reason"))))
        .orElseGet(() -> problem(404, "there is no operation " + context.pathParam("id")));
  }

  private static Response verdict(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Accepted(var snapshot) -> json(200, OperationSummary.of(snapshot));
      case Verdict.NotAccepted(var reason) -> problem(409, reason);
      case Verdict.NoSuchOperation _ -> problem(404, "there is no such operation");
    };
  }

  private static Optional<OperationId> id(RoutingContext context) {
    try {
      return Optional.of(new OperationId(String.valueOf(context.pathParam("id"))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static JsonNode body(RoutingContext context) {
    @Nullable Buffer buffer = context.body().buffer();
    return switch (StrictJson.parse(buffer == null ? new byte[] {'{', '}'} : buffer.getBytes())) {
      case ParseResult.Parsed parsed -> parsed.value();
      case ParseResult.Malformed malformed ->
          throw new IllegalArgumentException("the body is not JSON: " + malformed.describe());
    };
  }

  private static Person person(JsonNode body) {
    var name = optional(body, "as");
    if (name == null || name.isBlank()) {
      throw new IllegalArgumentException("field \"as\" must say who decides");
    }
    return new Person(name, List.of(), "local");
  }

  private static @Nullable String optional(JsonNode body, String field) {
    var value = body.get(field);
    return value == null || !value.isString() ? null : value.asString();
  }

  private static Response text(int status, String body) {
    return new Response(status, "text/plain; charset=utf-8", body);
  }

  private static Response json(int status, JsonNode body) {
    return new Response(status, "application/json", JsonMapper.shared().writeValueAsString(body));
  }

  private static Response problem(int status, String detail) {
    return json(
        status, JsonNodeFactory.instance.objectNode().put("status", status).put("detail", detail));
  }

  /// From any thread.
  private static void send(RoutingContext context, Response reply) {
    context.vertx().runOnContext(_ -> write(context, reply));
  }

  private static void write(RoutingContext context, Response reply) {
    context
        .response()
        .setStatusCode(reply.status())
        .putHeader("Content-Type", reply.type())
        .end(reply.body());
  }
}
