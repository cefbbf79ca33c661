package dev.interlock.runner.tool.http;

import static dev.interlock.runner.tool.http.HttpClientUnderTest.get;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.post;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.request;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Connections are used again only while the other side surely keeps them, and one request of ours
/// is one request on the wire.
@Timeout(30)
class ConnectionsTest {
  @Test
  void aConnectionIsUsedAgainWithinItsTimeAndNotAfterIt() {
    try (var upstream = ScriptedUpstream.start(Script.always(200, "{}"));
        var client = new HttpClientUnderTest()) {
      var origin = Origin.of(post(upstream.port()));
      client.send(post(upstream.port()));
      assertThat(client.upstreams.idleConnections(origin)).isEqualTo(1);
      client.send(post(upstream.port()));
      assertThat(upstream.connections()).isEqualTo(1);
      client.passed.addAndGet(Duration.ofSeconds(2).toNanos());
      client.send(post(upstream.port()));
      assertThat(upstream.connections()).isEqualTo(2);
    }
  }

  @Test
  void anAnnouncedKeepAliveTimeIsKeptLessASecond() {
    Script announcing =
        (_, _, reply) -> reply.respond(200, Map.of("Keep-Alive", "timeout=30, max=100"), "{}");
    try (var upstream = ScriptedUpstream.start(announcing);
        var client = new HttpClientUnderTest()) {
      client.send(post(upstream.port()));
      client.passed.addAndGet(Duration.ofSeconds(28).toNanos());
      client.send(post(upstream.port()));
      assertThat(upstream.connections()).isEqualTo(1);
      client.passed.addAndGet(Duration.ofSeconds(30).toNanos());
      client.send(post(upstream.port()));
      assertThat(upstream.connections()).isEqualTo(2);
    }
  }

  @Test
  void aConnectionThatIsToBeClosedIsNotKept() {
    Script closing = (_, _, reply) -> reply.respond(200, Map.of("Connection", "close"), "{}");
    try (var upstream = ScriptedUpstream.start(closing);
        var client = new HttpClientUnderTest()) {
      client.send(post(upstream.port()));
      assertThat(client.upstreams.idleConnections(Origin.of(post(upstream.port())))).isZero();
    }
  }

  /// The upstream closes idle connections: whatever the client notices, no request is sent twice.
  @Test
  void aStaleConnectionNeverMakesTwoRequests() {
    Script closesAfterwards =
        (_, _, reply) -> {
          reply.commit().json(200, "{}");
          reply.close();
        };
    try (var upstream = ScriptedUpstream.start(closesAfterwards);
        var client = new HttpClientUnderTest()) {
      int certain = 0;
      for (int i = 0; i < 100; i++) {
        certain += client.send(post(upstream.port())) instanceof Signal.Response ? 1 : 0;
      }
      assertThat(upstream.effects()).hasSizeLessThanOrEqualTo(100);
      assertThat(upstream.effects().size()).isGreaterThanOrEqualTo(certain);
    }
  }

  @Test
  void twoHundredAtOnceOverSixteenConnectionsEachGetTheirOwnAnswer() {
    Script echo = (_, request, reply) -> reply.json(200, request.body());
    var settings = UpstreamSettings.DEFAULT.withMaxConnections(16);
    try (var upstream = ScriptedUpstream.start(echo);
        var client = new HttpClientUnderTest(settings, Path.of("none"), new SystemNames())) {
      List<CompletableFuture<Signal>> sent =
          IntStream.range(0, 200)
              .mapToObj(
                  i -> request("POST", "127.0.0.1", upstream.port(), "{\"n\":" + i + "}", false))
              .map(request -> client.begin(request, new Cancellation()))
              .toList();
      for (int i = 0; i < 200; i++) {
        var response = (Signal.Response) sent.get(i).join();
        assertThat(new String(response.body(), StandardCharsets.UTF_8))
            .isEqualTo("{\"n\":" + i + "}");
      }
      assertThat(upstream.requests()).hasSize(200);
      assertThat(upstream.connections()).isLessThanOrEqualTo(16);
      assertThat(client.upstreams.idleConnections(Origin.of(post(upstream.port()))))
          .isEqualTo(upstream.connections());
    }
  }

  @Test
  void readsFollowRedirectsWhenTheyMayAndAtMostFive() {
    Script around = (_, _, reply) -> reply.respond(302, Map.of("Location", "/charges?again=1"), "");
    try (var upstream = ScriptedUpstream.start(around);
        var client = new HttpClientUnderTest()) {
      var signal = client.send(get(upstream.port(), true));
      assertThat(((Signal.Response) signal).status()).isEqualTo(302);
      assertThat(upstream.requests()).hasSize(6);
    }
  }

  @Test
  void writesAndReadsThatMayNotDoNotFollow() {
    var seen = new HashSet<Integer>();
    Script around = (_, _, reply) -> reply.respond(307, Map.of("Location", "/elsewhere"), "");
    try (var upstream = ScriptedUpstream.start(around);
        var client = new HttpClientUnderTest()) {
      for (var request :
          List.of(
              post(upstream.port()),
              get(upstream.port(), false),
              request("POST", "127.0.0.1", upstream.port(), "{}", true))) {
        seen.add(((Signal.Response) client.send(request)).status());
      }
      assertThat(seen).containsExactly(307);
      assertThat(upstream.requests()).hasSize(3);
    }
  }

  @Test
  void aRedirectToAForbiddenAddressOrAnotherSchemeIsTheAnswer() {
    for (var target :
        List.of("http://169.254.169.254/latest", "file:///etc/passwd", "http://u:p@127.0.0.1/")) {
      Script away = (_, _, reply) -> reply.respond(302, Map.of("Location", target), "");
      try (var upstream = ScriptedUpstream.start(away);
          var client = new HttpClientUnderTest()) {
        var signal = client.send(get(upstream.port(), true));
        assertThat(((Signal.Response) signal).status()).as(target).isEqualTo(302);
        assertThat(upstream.requests()).hasSize(1);
      }
    }
  }
}
