package dev.interlock.runner.tool.http;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.HttpRequest;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The way to upstreams as production wires it, with a clock that can be set on.
final class HttpClientUnderTest implements AutoCloseable {
  static final Duration SHORT = Duration.ofMillis(400);
  static final Duration LONG = Duration.ofSeconds(20);

  final AtomicLong passed = new AtomicLong();
  final VertxUpstreams upstreams;
  private final Vertx vertx = Vertx.vertx();

  HttpClientUnderTest() {
    this(UpstreamSettings.DEFAULT, Path.of("none"), new SystemNames());
  }

  HttpClientUnderTest(UpstreamSettings settings, Path credentials, NameResolution names) {
    upstreams =
        new VertxUpstreams(
            vertx,
            settings,
            new CredentialFiles(credentials),
            names,
            () -> System.nanoTime() + passed.get());
  }

  /// Resolves every name to these addresses.
  static NameResolution names(InetAddress... addresses) {
    return _ -> CompletableFuture.completedFuture(List.of(addresses));
  }

  static HttpRequest post(int port) {
    return request("POST", "127.0.0.1", port, "{\"amount\":5}", false);
  }

  static HttpRequest get(int port, boolean followRedirects) {
    return request("GET", "127.0.0.1", port, "", followRedirects);
  }

  static HttpRequest request(
      String method, String host, int port, String body, boolean followRedirects) {
    return new HttpRequest(
        method,
        "http",
        host,
        port,
        "/charges?order=1",
        List.of(new HttpRequest.Header("Accept", "application/json")),
        body.getBytes(StandardCharsets.UTF_8),
        null,
        followRedirects,
        1_000);
  }

  static HttpRequest with(HttpRequest request, HttpRequest.@Nullable Credential credential) {
    return new HttpRequest(
        request.method(),
        request.scheme(),
        request.host(),
        request.port(),
        request.target(),
        request.headers(),
        request.body(),
        credential,
        request.followRedirects(),
        request.maxResponseBytes());
  }

  static HttpRequest overTls(HttpRequest request, String host) {
    return new HttpRequest(
        request.method(),
        "https",
        host,
        request.port(),
        request.target(),
        request.headers(),
        request.body(),
        request.credential(),
        request.followRedirects(),
        request.maxResponseBytes());
  }

  Signal send(HttpRequest request, Duration timeout) {
    return upstreams.send(request, timeout, new Cancellation());
  }

  Signal send(HttpRequest request) {
    return send(request, LONG);
  }

  CompletableFuture<Signal> begin(HttpRequest request, Cancellation cancellation) {
    return CompletableFuture.supplyAsync(
        () -> upstreams.send(request, LONG, cancellation),
        Executors.newVirtualThreadPerTaskExecutor());
  }

  @Override
  public void close() {
    upstreams.close();
    vertx.close().await();
  }
}
