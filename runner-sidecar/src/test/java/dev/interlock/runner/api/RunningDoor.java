package dev.interlock.runner.api;

import dev.interlock.runner.execution.Engine;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.Ports;
import dev.interlock.runner.execution.RandomIdentifiers;
import dev.interlock.runner.execution.Settings;
import dev.interlock.runner.execution.SystemTiming;
import dev.interlock.runner.journal.JournalLocation;
import dev.interlock.runner.journal.Journals;
import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.policy.load.PolicyFiles;
import dev.interlock.runner.ratelimit.LocalRateLimits;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import dev.interlock.runner.testing.Sidecar;
import dev.interlock.runner.tool.http.CredentialFiles;
import dev.interlock.runner.tool.http.UpstreamSettings;
import dev.interlock.runner.tool.http.VertxUpstreams;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A door that is open: the API, the engine, the embedded journal and a scripted upstream.
final class RunningDoor implements AutoCloseable {
  static final String PAID = "{\"id\":\"ch_1\",\"status\":\"paid\",\"secret\":\"s3cr3t\"}";
  static final Script PAY = Script.always(201, PAID);
  private static final String TOOL =
      """
      apiVersion: interlock.dev/v1alpha1
      kind: ToolPolicy
      metadata: {name: charge-card}
      spec:
        tool:
          description: Charge the card for an order.
          inputSchema:
            type: object
            additionalProperties: false
            properties: {order_id: {type: string}, amount: {type: number}}
        risk: IrreversibleWrite
        upstream: {http: {method: POST, url: "UPSTREAM/charges", body: Input}}
        idempotency: {mode: Key, in: {header: Idempotency-Key}, retention: 24h}
        retry: {maxAttempts: 2, backoff: {initial: 1ms, max: 10ms}}
        approval: {mode: APPROVAL, summary: Charge it}
        result: {expose: [/id, /status]}
        timeout: {attempt: 10s, operation: 20s}
      """;

  final ScriptedUpstream upstream;
  final Engine engine;
  final AgentApi api;
  private final Vertx vertx = Vertx.vertx();
  private final VertxUpstreams upstreams =
      new VertxUpstreams(vertx, UpstreamSettings.DEFAULT, new CredentialFiles(Path.of("none")));
  private final Journal journal;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;

  /// Opens it.
  ///
  /// @param tokens who verifies end-user tokens
  /// @param policies their YAML, given the upstream's URL
  RunningDoor(
      JournalLocation where, Script script, EndUserTokens tokens, UnaryOperator<String> policies) {
    upstream = ScriptedUpstream.start(script);
    journal = Journals.open(where, InstantSource.system());
    var inForce = new PolicyFiles(Duration.ofDays(30)).parse(policies.apply(upstream.url()));
    var ports =
        new Ports(
            journal,
            upstreams,
            () -> inForce,
            new LocalRateLimits(),
            new SystemTiming(),
            new RandomIdentifiers(),
            (_, _, _) -> {});
    var instance = new InstanceId("runner-1");
    engine =
        new Engine(
            ports, new Settings(instance, Sidecar.AGENT, Duration.ofDays(2), Sidecar.LEASE, 5));
    var doors =
        new Doors(engine.runner(), engine.runs(), journal, () -> inForce, Sidecar.AGENT, tokens);
    api = new AgentApi(vertx, doors, JsonLimits.DEFAULT);
    engine.start();
    port = api.start("127.0.0.1", 0);
  }

  /// With a tool that asks nobody.
  static RunningDoor open(Path folder, Script script) {
    return with(folder, script, url -> charging(url, "Never"));
  }

  /// With a tool that needs an approval.
  static RunningDoor askingPeople(Path folder, Script script) {
    return with(folder, script, url -> charging(url, "Always"));
  }

  static RunningDoor with(Path folder, Script script, UnaryOperator<String> policies) {
    return new RunningDoor(
        new JournalLocation.InFolder(folder), script, EndUserTokens.none(), policies);
  }

  /// The policy of `charge_card`.
  static String charging(String url, String approval) {
    return TOOL.replace("UPSTREAM", url).replace("APPROVAL", approval);
  }

  int port() {
    return port;
  }

  /// A call with these arguments, as they are.
  HttpResponse<String> call(String callId, String arguments) {
    return post(
        "/v1/tools/charge_card/calls",
        "{\"run_id\":\"run-1\",\"call_id\":\"%s\",\"turn\":3,\"arguments\":%s}"
            .formatted(callId, arguments));
  }

  /// Whatever is answered has to be as the API's document says.
  HttpResponse<String> post(String path, String body, String... headers) {
    var response = send(request(path, headers).POST(HttpRequest.BodyPublishers.ofString(body)));
    ApiDocument.shared().check(path, body, response);
    return response;
  }

  HttpResponse<String> get(String path, String... headers) {
    var response = send(request(path, headers).GET());
    ApiDocument.shared().check(path, "", response);
    return response;
  }

  HttpRequest.Builder request(String path, String... headers) {
    var builder =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
            .timeout(Duration.ofSeconds(30));
    return headers.length == 0 ? builder : builder.headers(headers);
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// What is answered to a request without body that is written as it stands here.
  ///
  /// @param line such as `GET /v1/tools`
  String raw(String line, String host) throws IOException {
    var head =
        "%s HTTP/1.1\r\nHost: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            .formatted(line, host);
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  static JsonNode json(HttpResponse<String> response) {
    return JsonMapper.shared().readTree(response.body());
  }

  /// What a problem document says.
  static String detail(HttpResponse<String> response) {
    return json(response).path("detail").asString();
  }

  @Override
  public void close() {
    api.close();
    engine.stop(Duration.ZERO);
    upstreams.close();
    journal.close();
    upstream.close();
    vertx.close().await();
  }
}
