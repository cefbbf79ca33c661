package dev.interlock.runner.api;

import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.json.JsonLimits;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The agent's port. The event loop parses HTTP; each request is answered on a virtual thread of
/// its own, so that the engine may block.
public final class AgentApi implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentApi.class);
  private static final int SLACK = 64 * 1024;

  private final Vertx vertx;
  private final int maxBodyBytes;
  private final CallRoutes calls;
  private final RunRoutes runs;
  private final ModelRoutes models;
  private @Nullable HttpServer server;
  private volatile boolean draining;

  /// @param vertx stays the caller's
  /// @param limits how large and deep arguments may be
  public AgentApi(Vertx vertx, Doors doors, JsonLimits limits) {
    this.vertx = vertx;
    this.maxBodyBytes = limits.maxBytes() + SLACK;
    var callers = new Callers(doors);
    var bodies = limits.withMaxBytes(maxBodyBytes);
    this.calls = new CallRoutes(doors, bodies, callers);
    this.runs = new RunRoutes(doors, bodies, callers);
    this.models = new ModelRoutes(doors, bodies, callers);
  }

  /// Listens.
  ///
  /// @param host a loopback address
  /// @param port 0 for any free one
  /// @return the port
  /// @throws UncheckedIOException when the address is taken or cannot be had
  public int start(String host, int port) {
    var started =
        vertx
            .createHttpServer(new HttpServerOptions().setHost(host).setPort(port))
            .requestHandler(router());
    try {
      // Not Future.await: it would throw a checked exception that nobody can catch by its type.
      server = started.listen().toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException e) {
      throw new UncheckedIOException(
          "cannot listen on %s:%d for agents: %s".formatted(host, port, e.getCause()),
          new IOException(e.getCause()));
    }
    return started.actualPort();
  }

  /// Refuses new requests from now on; those that run are answered.
  public void drain() {
    draining = true;
  }

  @Override
  public void close() {
    if (server != null) {
      server.close().await();
    }
  }

  Router router() {
    var router = Router.router(vertx);
    router.route().handler(LocalOnly::check);
    router.route().handler(DecodableOnly::check);
    router.route().handler(JsonOnly::check);
    router.route().handler(BodyHandler.create(false).setBodyLimit(maxBodyBytes));
    on(router, HttpMethod.GET, "/openapi.yaml", ServedDocument::reply);
    on(router, HttpMethod.POST, "/v1/runs", runs::open);
    on(router, HttpMethod.POST, "/v1/runs/:run/turns", runs::turn);
    on(router, HttpMethod.POST, "/v1/runs/:run/close", runs::close);
    on(router, HttpMethod.GET, "/v1/tools", models::tools);
    on(router, HttpMethod.POST, "/v1/tools/:tool/calls", calls::call);
    on(router, HttpMethod.GET, "/v1/operations", calls::operationOfCall);
    on(router, HttpMethod.GET, "/v1/operations/:id", calls::operation);
    on(router, HttpMethod.GET, "/v1/operations/:id/trace", calls::trace);
    on(router, HttpMethod.POST, "/v1/operations/:id/cancel", calls::cancel);
    on(router, HttpMethod.POST, "/v1/adapters/:provider/:message", models::adapt);
    router.errorHandler(
        404, context -> send(context, Reply.problem(404, "not_found", unknown(context))));
    router.errorHandler(405, context -> send(context, notAllowed(router, context)));
    router.route().failureHandler(this::failed);
    return router;
  }

  private static Reply notAllowed(Router router, RoutingContext context) {
    return Reply.problem(405, "method_not_allowed", unknown(context))
        .with("Allow", AllowedMethods.of(router, context.normalizedPath()));
  }

  private static String unknown(RoutingContext context) {
    return "there is no route %s %s"
        .formatted(context.request().method(), context.normalizedPath());
  }

  /// A request that fails before it reaches its handler: its body is too large, or its client left.
  private void failed(RoutingContext context) {
    if (context.statusCode() == 413) {
      send(context, tooLarge());
    } else if (context.failure() instanceof HttpClosedException) {
      LOG.debug("client left path={}", context.normalizedPath());
    } else {
      LOG.error("request failed path={}", context.normalizedPath(), context.failure());
      send(context, Reply.problem(500, "internal", "the runner failed; its log says why"));
    }
  }

  private Reply tooLarge() {
    return Reply.problem(
        413, "too_large", "a request body may have at most %d bytes".formatted(maxBodyBytes));
  }

  private void on(
      Router router, HttpMethod method, String path, Function<ApiRequest, Reply> handler) {
    router
        .route(method, path)
        .handler(context -> {
          var request = ApiRequest.of(context);
          Thread.ofVirtual()
              .name("api " + path)
              .start(() -> send(context, answer(request, handler)));
        });
  }

  /// The top of the request's thread.
  private Reply answer(ApiRequest request, Function<ApiRequest, Reply> handler) {
    if (draining) {
      return Reply.problem(503, "draining", "this runner is stopping").with("Retry-After", "1");
    }
    try {
      return handler.apply(request);
    } catch (ProblemException e) {
      return Reply.problem(e.status(), e.code(), String.valueOf(e.getMessage()));
    } catch (JournalUnavailableException e) {
      return Reply.problem(503, "journal_unavailable", "the journal cannot be reached now")
          .with("Retry-After", "1");
    } catch (RuntimeException e) {
      LOG.error("request failed path={}", request.context().normalizedPath(), e);
      return Reply.problem(500, "internal", "the runner failed; its log says why");
    }
  }

  /// From any thread.
  static void send(RoutingContext context, Reply reply) {
    context
        .vertx()
        .runOnContext(_ -> {
          var response = context.response();
          if (response.ended() || response.closed()) {
            reply.sent().accept(false);
            return;
          }
          response.setStatusCode(reply.status()).putHeader("Content-Type", reply.contentType());
          reply.headers().forEach(response::putHeader);
          response
              .end(Buffer.buffer(reply.body()))
              .onComplete(result -> reply.sent().accept(result.succeeded()));
        });
  }
}
