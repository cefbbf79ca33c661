package dev.interlock.runner.tool.http;

import static dev.interlock.runner.outcome.Signal.Interruption.CANCELLED;
import static dev.interlock.runner.outcome.Signal.Interruption.CONNECTION_LOST;
import static dev.interlock.runner.outcome.Signal.Interruption.PROTOCOL_ERROR;
import static dev.interlock.runner.outcome.Signal.Interruption.TIMEOUT;
import static dev.interlock.runner.outcome.Signal.Interruption.TRUNCATED;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.SHORT;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.get;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.outcome.Signal.Interruption;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// How far a request got, for everything that an upstream can do once it has the request. In every
/// case exactly one request is on the wire.
@Timeout(30)
class SignalsTest {
  private final HttpClientUnderTest client = new HttpClientUnderTest();

  @AfterEach
  void close() {
    client.close();
  }

  static final List<Arguments> BROKEN =
      List.of(
          arguments("silence", (Script) (_, _, reply) -> reply.silence(), TIMEOUT, 0),
          arguments("half a status line", raw("HTTP/1.1 20", false), TIMEOUT, 0),
          arguments("headers without end", raw("HTTP/1.1 200 OK\r\nA: b\r\n", false), TIMEOUT, 0),
          arguments(
              "a body that stops",
              raw("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", false),
              TIMEOUT,
              200),
          arguments("a body that trickles", trickle(), TIMEOUT, 200),
          arguments(
              "a close before any byte",
              (Script) (_, _, reply) -> reply.close(),
              CONNECTION_LOST,
              0),
          arguments(
              "a reset before any byte",
              (Script) (_, _, reply) -> reply.reset(),
              CONNECTION_LOST,
              0),
          arguments(
              "a close within the headers", raw("HTTP/1.1 200 OK\r\nA:", true), PROTOCOL_ERROR, 0),
          arguments(
              "a body that is shorter than declared",
              raw("HTTP/1.1 201 OK\r\nContent-Length: 9\r\n\r\n{}", true),
              TRUNCATED,
              201),
          arguments(
              "chunks without the last one",
              raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n", true),
              TRUNCATED,
              200),
          arguments(
              "something that is no HTTP", raw("SMTP ready\r\n\r\n", true), PROTOCOL_ERROR, 0),
          arguments(
              "a chunk of nonsense",
              raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", true),
              PROTOCOL_ERROR,
              200),
          arguments(
              "headers beyond the cap",
              raw("HTTP/1.1 200 OK\r\nA: " + "x".repeat(70_000) + "\r\n\r\n", true),
              PROTOCOL_ERROR,
              0));

  @ParameterizedTest(name = "{0}: no complete response, {2}")
  @FieldSource("BROKEN")
  void noCompleteResponse(String what, Script script, Interruption why, int status) {
    try (var upstream = ScriptedUpstream.start(script)) {
      var signal = client.send(post(upstream.port()), SHORT);
      assertThat(signal).as(what).isInstanceOf(Signal.NoCompleteResponse.class);
      var broken = (Signal.NoCompleteResponse) signal;
      assertThat(broken.interruption()).as(broken.detail()).isEqualTo(why);
      assertThat(broken.status()).isEqualTo(status);
      assertThat(upstream.requests()).hasSize(1);
    }
  }

  static final List<Arguments> WHOLE =
      List.of(
          arguments(
              "200 with a length",
              raw("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", false),
              200,
              "{}"),
          arguments(
              "200 in chunks",
              raw(
                  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
                  false),
              200,
              "{}"),
          arguments("200 until the close", raw("HTTP/1.0 200 OK\r\n\r\n{}", true), 200, "{}"),
          arguments("204 without a body", raw("HTTP/1.1 204 No Content\r\n\r\n", false), 204, ""),
          arguments("304 without a body", raw("HTTP/1.1 304 Not Modified\r\n\r\n", false), 304, ""),
          arguments(
              "100 and then 200",
              raw(
                  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
                  false),
              200,
              "{}"),
          arguments(
              "103 and then 201",
              raw(
                  "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 201 OK\r\nContent-Length: 2\r\n\r\n{}",
                  false),
              201,
              "{}"),
          arguments(
              "HTML",
              (Script)
                  (_, _, reply) ->
                      reply.respond(502, Map.of("Content-Type", "text/html"), "<h1>Bad</h1>"),
              502,
              "<h1>Bad</h1>"));

  @ParameterizedTest(name = "{0} is a complete response")
  @FieldSource("WHOLE")
  void completeResponse(String what, Script script, int status, String body) {
    try (var upstream = ScriptedUpstream.start(script)) {
      var signal = client.send(post(upstream.port()));
      assertThat(signal).as(what).isInstanceOf(Signal.Response.class);
      var response = (Signal.Response) signal;
      assertThat(response.status()).isEqualTo(status);
      assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo(body);
      assertThat(response.overSize()).isFalse();
      assertThat(upstream.requests()).hasSize(1);
    }
  }

  @Test
  void aBodyBeyondTheCapIsNotReadOn() {
    Script endless =
        (_, _, reply) -> {
          reply.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
          while (true) {
            reply.raw("400\r\n" + "x".repeat(1_024) + "\r\n");
          }
        };
    try (var upstream = ScriptedUpstream.start(endless)) {
      var signal = client.send(post(upstream.port()));
      assertThat(signal).isInstanceOf(Signal.Response.class);
      assertThat(((Signal.Response) signal).overSize()).isTrue();
      assertThat(((Signal.Response) signal).body()).hasSizeLessThanOrEqualTo(1_000);
    }
  }

  @Test
  void aCancellationClosesTheConnection() throws Exception {
    try (var upstream = ScriptedUpstream.start(Script.commitThenSilence())) {
      var cancellation = new Cancellation();
      var signal = client.begin(post(upstream.port()), cancellation);
      upstream.awaitEffects(count -> count == 1);
      cancellation.request();
      assertThat(signal.get())
          .isInstanceOfSatisfying(
              Signal.NoCompleteResponse.class,
              broken -> assertThat(broken.interruption()).isEqualTo(CANCELLED));
    }
  }

  @Test
  void aCancellationBeforeTheFirstByteSendsNothing() {
    try (var upstream = ScriptedUpstream.start(Script.always(200, "{}"))) {
      var cancellation = new Cancellation();
      cancellation.request();
      assertThat(client.upstreams.send(post(upstream.port()), SHORT, cancellation))
          .isInstanceOfSatisfying(
              Signal.NothingSent.class,
              nothing -> assertThat(nothing.obstacle()).isEqualTo(Signal.Obstacle.CANCELLED));
      assertThat(upstream.requests()).isEmpty();
    }
  }

  @Test
  void closingTheRunnerAbandonsWhatIsInFlight() throws Exception {
    try (var upstream = ScriptedUpstream.start(Script.commitThenSilence())) {
      var signal = client.begin(post(upstream.port()), new Cancellation());
      upstream.awaitEffects(count -> count == 1);
      client.upstreams.close();
      assertThat(signal.get())
          .isInstanceOfSatisfying(
              Signal.NoCompleteResponse.class,
              broken -> assertThat(broken.interruption()).isEqualTo(Interruption.ABANDONED));
      assertThat(client.send(get(upstream.port(), false), Duration.ofSeconds(1)))
          .as("a closed runner sends nothing")
          .isInstanceOf(Signal.NothingSent.class);
    }
  }

  private static Script raw(String bytes, boolean thenClose) {
    return (_, _, reply) -> {
      reply.raw(bytes);
      if (thenClose) {
        reply.close();
      } else {
        reply.silence();
      }
    };
  }

  /// One byte now and then, for ever.
  private static Script trickle() {
    return (_, _, reply) -> {
      reply.raw("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n");
      while (true) {
        reply.raw("x");
        Thread.sleep(20);
      }
    };
  }
}
