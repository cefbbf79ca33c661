package dev.interlock.runner.tool.http;

import static dev.interlock.runner.tool.http.HttpClientUnderTest.SHORT;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.names;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.post;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.outcome.Signal.Obstacle;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Everything that keeps a request from being sent, told as such: nothing was sent.
@Timeout(30)
class NothingSentTest {
  @Test
  void aNameThatDoesNotResolve() {
    NameResolution nobody = host -> CompletableFuture.failedFuture(new UnknownHostException(host));
    try (var client = client(nobody)) {
      assertObstacle(
          client.send(request("POST", "no.such.name", 80, "{}", false), SHORT),
          Obstacle.NAME_RESOLUTION,
          "no.such.name");
    }
  }

  @Test
  void aNameServiceThatDoesNotAnswer() {
    try (var client = client(_ -> new CompletableFuture<>())) {
      assertThat(client.send(request("POST", "slow.name", 80, "{}", false), SHORT))
          .isInstanceOf(Signal.NothingSent.class);
    }
  }

  @Test
  void aPortThatNobodyListensOn() throws IOException {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    try (var client = new HttpClientUnderTest()) {
      assertObstacle(client.send(post(port), SHORT), Obstacle.CONNECTION_REFUSED, "127.0.0.1");
    }
  }

  /// A listener whose queue is full answers no SYN: the connection is never made.
  @Test
  void aConnectionThatIsNeverMade() throws IOException {
    try (var full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client = new HttpClientUnderTest()) {
      var queued = new java.util.ArrayList<java.net.Socket>();
      for (int i = 0; i < 8; i++) {
        var socket = new java.net.Socket();
        queued.add(socket);
        try {
          socket.connect(full.getLocalSocketAddress(), 100);
        } catch (java.net.SocketTimeoutException e) {
          break;
        }
      }
      assertObstacle(client.send(post(full.getLocalPort()), SHORT), Obstacle.CONNECT_TIMEOUT, "");
      for (var socket : queued) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "0.0.0.0",
        "255.255.255.255",
        "224.0.0.1",
        "100.100.100.200",
        "168.63.129.16",
        "fe80::1",
        "fd00:ec2::254",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "2002:a9fe:a9fe::1",
        "::"
      })
  void anAddressThatNoToolMayReach(String address) throws IOException {
    try (var client = client(names(InetAddress.getByName(address)))) {
      assertObstacle(
          client.send(request("POST", "innocent.name", 80, "{}", false), SHORT),
          Obstacle.ADDRESS_FORBIDDEN,
          "innocent.name");
    }
  }

  @Test
  void aForbiddenAddressAmongOthersIsNotReached() throws IOException {
    try (var upstream = ScriptedUpstream.start(Script.always(200, "{}"));
        var client =
            client(
                names(
                    InetAddress.getByName("169.254.169.254"), InetAddress.getLoopbackAddress()))) {
      var signal = client.send(request("POST", "two.faces", upstream.port(), "{}", false), SHORT);
      assertThat(signal)
          .isInstanceOfAny(Signal.NothingSent.class, Signal.Response.class)
          .isNotInstanceOf(Signal.NoCompleteResponse.class);
    }
  }

  @Test
  void aCredentialThatDoesNotExist() {
    try (var upstream = ScriptedUpstream.start(Script.always(200, "{}"));
        var client = new HttpClientUnderTest()) {
      var request =
          HttpClientUnderTest.with(
              post(upstream.port()), new HttpRequest.Credential.Bearer("payments-token"));
      assertObstacle(client.send(request), Obstacle.CREDENTIAL_MISSING, "payments-token");
      assertThat(upstream.requests()).isEmpty();
    }
  }

  @Test
  void everyConnectionIsInUse() throws Exception {
    var gate = new CountDownLatch(1);
    var one = UpstreamSettings.DEFAULT.withMaxConnections(1);
    try (var upstream = ScriptedUpstream.start(Script.after(gate, Script.always(200, "{}")));
        var client = new HttpClientUnderTest(one, Path.of("none"), new SystemNames())) {
      var first = client.begin(post(upstream.port()), new Cancellation());
      upstream.awaitRequests(count -> count == 1);
      assertObstacle(
          client.send(post(upstream.port()), Duration.ofMillis(200)),
          Obstacle.NO_CONNECTION,
          "in use");
      gate.countDown();
      assertThat(first.get()).isInstanceOf(Signal.Response.class);
      assertThat(upstream.requests()).hasSize(1);
    }
  }

  private static HttpClientUnderTest client(NameResolution names) {
    return new HttpClientUnderTest(UpstreamSettings.DEFAULT, Path.of("none"), names);
  }

  private static void assertObstacle(Signal signal, Obstacle obstacle, String named) {
    assertThat(signal)
        .isInstanceOfSatisfying(
            Signal.NothingSent.class,
            nothing -> {
              assertThat(nothing.obstacle()).as(nothing.detail()).isEqualTo(obstacle);
              assertThat(nothing.detail()).contains(named);
            });
  }
}
