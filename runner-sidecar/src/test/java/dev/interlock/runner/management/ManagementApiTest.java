package dev.interlock.runner.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.execution.Engine;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.Ports;
import dev.interlock.runner.execution.RandomIdentifiers;
import dev.interlock.runner.execution.Settings;
import dev.interlock.runner.execution.SystemTiming;
import dev.interlock.runner.journal.JournalLocation;
import dev.interlock.runner.journal.Journals;
import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.load.PolicyFiles;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// The management port by its HTTP: what is open, what needs the token, and what wrong requests are
/// told. What decisions do is `VerbsTest`.
@Timeout(60)
class ManagementApiTest {
  private static final String OP = "op-01jx0000000000000000000000";

  @TempDir private Path folder;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Vertx vertx = Vertx.vertx();
  private Journal journal;
  private ManagementApi api;
  private ManagementToken token;
  private volatile List<String> notReady = List.of();
  private volatile boolean broken;

  @BeforeEach
  void start() {
    journal =
        Journals.open(
            new JournalLocation.InFolder(folder.resolve("journal")), InstantSource.system());
    api = new ManagementApi(vertx, sources());
    token = api.start("127.0.0.1", 0);
  }

  private String metrics() {
    if (broken) {
      throw new IllegalStateException("a bug");
    }
    return "interlock_executing 0\n";
  }

  @AfterEach
  void stop() {
    api.close();
    journal.close();
    vertx.close().await();
  }

  @Test
  void aRunnerThatAnswersIsAliveWhetherReadyOrNot() {
    notReady = List.of("journal: the lease could not be renewed");

    assertThat(get("/livez").statusCode()).isEqualTo(200);
    assertThat(get("/livez").body()).isEqualTo("ok");
  }

  @Test
  void aRunnerIsReadyWhenNothingIsMissingAndSaysWhatIs() {
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    assertThat(get("/readyz").body()).isEqualTo("ready");

    notReady = List.of("journal: the lease could not be renewed", "policies: none");

    assertThat(get("/readyz").statusCode()).isEqualTo(503);
    assertThat(get("/readyz").body())
        .isEqualTo("journal: the lease could not be renewed\npolicies: none");
  }

  @Test
  void metricsAreInPrometheusTextFormat() {
    var answer = get("/metrics");

    assertThat(answer.body()).isEqualTo("interlock_executing 0\n");
    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
  }

  @ParameterizedTest
  @CsvSource({
    "GET,/v1/operations",
    "GET,/v1/operations/op-01jx0000000000000000000000/trace",
    "POST,/v1/operations/op-01jx0000000000000000000000/approve",
    "POST,/v1/operations/op-01jx0000000000000000000000/deny",
    "POST,/v1/operations/op-01jx0000000000000000000000/resolve",
    "GET,/v1/anything"
  })
  void whatReadsOrDecidesOperationsNeedsTheToken(String method, String path) {
    for (var wrong :
        List.of(
            "Bearer",
            "Bearer ",
            "Bearer " + "0".repeat(64),
            "Bearer " + token.secret() + "0",
            "Bearer " + token.secret().substring(1),
            "bearer " + token.secret(),
            "Basic " + token.secret(),
            token.secret())) {
      var answer =
          send(
              request(path)
                  .method(method, BodyPublishers.ofString("{\"as\":\"a\"}"))
                  .header("Authorization", wrong));
      assertThat(answer.statusCode()).as(wrong).isEqualTo(401);
    }
    assertThat(send(request(path).method(method, BodyPublishers.ofString("{}"))).statusCode())
        .isEqualTo(401);
  }

  @Test
  void theTokenOpensTheList() {
    var answer = authorized("/v1/operations?filter=all", null);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"operations\":[]}");
  }

  @Test
  void aFilterThatDoesNotExistIsToldWhichDo() {
    var answer = authorized("/v1/operations?filter=finished", null);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(detail(answer))
        .isEqualTo("filter must be unresolved, attention or all, got finished");
  }

  @ParameterizedTest
  @ValueSource(strings = {OP, "op-1", "x", "%C3%A9", "%00"})
  void anOperationThatDoesNotExistIsNotFound(String id) {
    assertThat(authorized("/v1/operations/" + id + "/trace", null).statusCode()).isEqualTo(404);
    for (var verb : List.of("approve", "deny")) {
      assertThat(authorized("/v1/operations/" + id + "/" + verb, "{\"as\":\"alice\"}").statusCode())
          .isEqualTo(404);
    }
    assertThat(
            authorized(
                    "/v1/operations/" + id + "/resolve",
                    "{\"as\":\"alice\",\"outcome\":\"Failed\"}")
                .statusCode())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "approve | ''                                 | as",
        "approve | {}                                 | as",
        "approve | {\"as\":\"\"}                      | as",
        "approve | {\"as\":\" \"}                     | as",
        "approve | {\"as\":7}                         | as",
        "approve | []                                 | as",
        "approve | {\"as\":                           | not JSON",
        "approve | {\"as\":\"a\",\"as\":\"b\"}        | not JSON",
        "deny    | {\"reason\":\"no\"}                | as",
        "resolve | {\"as\":\"alice\"}                 | outcome must be Succeeded, NotExecuted or Failed",
        "resolve | {\"as\":\"a\",\"outcome\":\"Yes\"} | outcome must be Succeeded, NotExecuted or Failed",
        "resolve | {\"outcome\":\"Failed\"}           | as"
      })
  void aDecisionThatSaysTooLittleIsToldWhatIsMissing(String verb, String body, String said) {
    var answer = authorized("/v1/operations/" + OP + "/" + verb, body);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(detail(answer)).contains(said);
  }

  @Test
  void aBodyBeyondOneMebibyteIsRefused() {
    var body = "{\"as\":\"" + "a".repeat(1 << 20) + "\"}";

    var answer = authorized("/v1/operations/" + OP + "/approve", body);

    assertThat(answer.statusCode()).isEqualTo(413);
    assertThat(detail(answer)).isEqualTo("a body may have at most 1 MiB");
  }

  @Test
  void aJournalThatCannotBeReachedIsToldAsSuch() {
    journal.close();

    var answer = authorized("/v1/operations", null);

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(detail(answer)).startsWith("the journal cannot be reached now: ");
  }

  @Test
  void aBugAnswersInsteadOfLettingTheClientWait() {
    broken = true;

    var answer = get("/metrics");

    assertThat(answer.statusCode()).isEqualTo(500);
    assertThat(detail(answer)).doesNotContain("a bug");
    broken = false;
    assertThat(get("/metrics").statusCode()).isEqualTo(200);
  }

  @Test
  void aTakenPortIsNamed() {
    int port = Integer.parseInt(token.address().substring("127.0.0.1:".length()));

    assertThatThrownBy(() -> new ManagementApi(vertx, sources()).start("127.0.0.1", port))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:%d for management".formatted(port));
  }

  private ManagementApi.Sources sources() {
    var policies = new PolicyFiles(Duration.ofDays(2)).parse(Map.of());
    var ports =
        new Ports(
            journal,
            (_, _, _) -> new Signal.NothingSent(Signal.Obstacle.NO_CONNECTION, "no upstream here"),
            () -> policies,
            (_, _) -> Duration.ZERO,
            new SystemTiming(),
            new RandomIdentifiers(),
            (_, _, _) -> {});
    var agent = new Agent("shop", "pod", "agent", Map.of());
    var settings =
        new Settings(new InstanceId("one"), agent, Duration.ofDays(2), Duration.ofSeconds(30), 5);
    return new ManagementApi.Sources(
        journal,
        new Engine(ports, settings).decisions(),
        this::metrics,
        () -> notReady,
        (_, _) -> JsonNodeFactory.instance.objectNode());
  }

  private HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  private HttpResponse<String> authorized(String path, @Nullable String body) {
    var request = request(path).header("Authorization", "Bearer " + token.secret());
    return send(body == null ? request.GET() : request.POST(BodyPublishers.ofString(body)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + token.address() + path))
        .timeout(Duration.ofSeconds(20));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String detail(HttpResponse<String> answer) {
    return JsonMapper.shared().readTree(answer.body()).path("detail").asString();
  }
}
