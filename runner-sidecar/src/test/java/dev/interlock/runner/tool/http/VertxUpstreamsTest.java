package dev.interlock.runner.tool.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.HttpRequest;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VertxUpstreamsTest {
  private final Vertx vertx = Vertx.vertx();
  private final VertxUpstreams upstreams =
      new VertxUpstreams(vertx, UpstreamSettings.DEFAULT, new CredentialFiles(Path.of("none")));

  @AfterEach
  void close() {
    upstreams.close();
    vertx.close().await();
  }

  @Test
  void oneRequestGoesOutAndItsWholeResponseComesBack() throws IOException {
    var requests = new AtomicInteger();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/charges",
        exchange -> {
          requests.incrementAndGet();
          var body = exchange.getRequestBody().readAllBytes();
          exchange
              .getResponseHeaders()
              .add("Seen-Host", exchange.getRequestHeaders().getFirst("Host"));
          exchange.sendResponseHeaders(201, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      var signal = send(server.getAddress().getPort(), "/charges?order=1", "{\"amount\":5}");
      assertThat(signal).isInstanceOf(Signal.Response.class);
      var response = (Signal.Response) signal;
      assertThat(response.status()).isEqualTo(201);
      assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo("{\"amount\":5}");
      assertThat(response.headers().get("seen-host"))
          .containsExactly("127.0.0.1:" + server.getAddress().getPort());
      assertThat(requests).hasValue(1);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void nothingIsSentToAPortThatNobodyListensOn() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    assertThat(send(port, "/", "{}"))
        .isInstanceOfSatisfying(
            Signal.NothingSent.class,
            nothing ->
                assertThat(nothing.obstacle()).isEqualTo(Signal.Obstacle.CONNECTION_REFUSED));
  }

  @Test
  void aTimeOutAfterTheRequestWasSentIsNoCompleteResponse() throws IOException {
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThat(send(silent.getLocalPort(), "/", "{}"))
          .isInstanceOfSatisfying(
              Signal.NoCompleteResponse.class,
              broken -> assertThat(broken.interruption()).isEqualTo(Signal.Interruption.TIMEOUT));
    }
  }

  private Signal send(int port, String target, String body) {
    var request =
        new HttpRequest(
            "POST",
            "http",
            "127.0.0.1",
            port,
            target,
            List.of(new HttpRequest.Header("Content-Type", "application/json")),
            body.getBytes(StandardCharsets.UTF_8),
            null,
            false,
            1_000);
    return upstreams.send(request, Duration.ofMillis(800), new Cancellation());
  }
}
