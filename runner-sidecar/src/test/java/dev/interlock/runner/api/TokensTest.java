package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static dev.interlock.runner.api.RunningDoor.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.interlock.runner.journal.JournalLocation;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/// End-user tokens: verified before any claim is used, refused when anything is wrong with them.
@Timeout(60)
class TokensTest {
  private static final String RS256 = SigningKey.header("k1");
  private static final String POLICY =
      """
      apiVersion: interlock.dev/v1alpha1
      kind: ToolPolicy
      metadata: {name: charge-card}
      spec:
        tool: {description: Charge., inputSchema: {type: object}}
        risk: IrreversibleWrite
        upstream: {http: {method: POST, url: "UPSTREAM/charges"}}
        approval: {mode: Never}
        authorization:
          rules: [{expression: "'billing' in user.groups", message: Only billing may charge.}]
      """;
  private static SigningKey ours;
  private static SigningKey others;

  @TempDir private Path folder;
  private RunningDoor door;

  @BeforeAll
  static void makeKeys() {
    ours = SigningKey.named("k1");
    others = SigningKey.named("k1");
  }

  @BeforeEach
  void open() throws Exception {
    var jwks = folder.resolve("jwks.json");
    Files.writeString(jwks, ours.jwks());
    door =
        new RunningDoor(
            new JournalLocation.InFolder(folder.resolve("journal")),
            PAY,
            new JwtTokens(jwks, "https://idp.example", "interlock"),
            url -> POLICY.replace("UPSTREAM", url));
  }

  @AfterEach
  void close() {
    door.close();
  }

  @Test
  void theClaimsOfAVerifiedTokenCount() {
    var answer = call("c", ours.sign(SigningKey.claims("billing", 60)));
    assertThat(json(answer).path("status").asString()).as(answer.body()).isEqualTo("succeeded");
    var other = call("d", ours.sign(SigningKey.claims("support", 60)));
    assertThat(json(other).path("code").asString()).isEqualTo("forbidden");
    assertThat(json(other).path("message").asString()).contains("Only billing may charge.");
    assertThat(door.upstream.effects()).hasSize(1);
  }

  @Test
  void aRunOpenedWithATokenSpeaksForItsUser() {
    var token = ours.sign(SigningKey.claims("billing", 60));
    var run =
        door.post("/v1/runs", "{\"run_id\":\"run-9\",\"user_token\":\"%s\"}".formatted(token));
    assertThat(run.statusCode()).isEqualTo(200);
    var answer =
        door.post("/v1/tools/charge_card/calls", "{\"run_id\":\"run-9\",\"call_id\":\"c\"}");
    assertThat(json(answer).path("status").asString()).isEqualTo("succeeded");
    var id = json(answer).path("logical_operation_id").asString();
    var trace = door.get("/v1/operations/%s/trace".formatted(id));
    assertThat(json(trace).path("on_behalf_of").asString()).isEqualTo("alice");
    assertThat(trace.body()).doesNotContain(token.substring(token.lastIndexOf('.')));
  }

  @Test
  void withoutATokenARuleThatNeedsTheUserDenies() {
    var answer = door.call("c", "{}");
    assertThat(json(answer).path("code").asString()).isEqualTo("forbidden");
    assertThat(door.upstream.requests()).isEmpty();
  }

  static final List<Arguments> REFUSED =
      List.of(
          arguments("an expired one", RS256, SigningKey.claims("billing", -3600), true),
          arguments(
              "one that never expires",
              RS256,
              "{\"sub\":\"alice\",\"iss\":\"https://idp.example\",\"aud\":\"interlock\",\"groups\":[\"billing\"]}",
              true),
          arguments(
              "one of another issuer",
              RS256,
              SigningKey.claims("billing", 60).replace("idp", "evil"),
              true),
          arguments(
              "one for another audience",
              RS256,
              SigningKey.claims("billing", 60).replace("\"interlock\"", "\"shop\""),
              true),
          arguments(
              "one without subject",
              RS256,
              SigningKey.claims("billing", 60).replace("\"sub\"", "\"sup\""),
              true),
          arguments("one signed by another key", RS256, SigningKey.claims("billing", 60), false),
          arguments(
              "one with alg none", "{\"alg\":\"none\"}", SigningKey.claims("billing", 60), true),
          arguments(
              "one with a symmetric alg",
              "{\"alg\":\"HS256\",\"kid\":\"k1\"}",
              SigningKey.claims("billing", 60),
              true));

  @ParameterizedTest(name = "{0} is refused")
  @FieldSource("REFUSED")
  void aTokenThatDoesNotVerifyIsRefused(String what, String header, String claims, boolean byUs) {
    var answer = call("c " + what, (byUs ? ours : others).sign(header, claims));
    assertThat(answer.statusCode()).as(what + answer.body()).isEqualTo(401);
    assertThat(RunningDoor.detail(answer)).contains("token");
    assertThat(door.upstream.requests()).isEmpty();
  }

  @Test
  void keysThatWereExchangedCountFromTheNextTokenOn() throws Exception {
    var token = others.sign(SigningKey.claims("billing", 60));
    assertThat(call("c", token).statusCode()).isEqualTo(401);
    Files.writeString(folder.resolve("jwks.json"), others.jwks());
    assertThat(json(call("c", token)).path("status").asString()).isEqualTo("succeeded");
    assertThat(call("d", ours.sign(SigningKey.claims("billing", 60))).statusCode()).isEqualTo(401);
    Files.writeString(folder.resolve("jwks.json"), "{");
    assertThat(call("d", token).statusCode()).as("no keys, no token").isEqualTo(401);
  }

  @Test
  void garbageIsRefused() {
    for (var token : List.of("x", "a.b.c", "....", "é", "x".repeat(20_000))) {
      var answer =
          door.post("/v1/runs", "{\"run_id\":\"r\",\"user_token\":\"%s\"}".formatted(token));
      assertThat(answer.statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aTokenThatNobodyCanVerifyIsRefused(@TempDir Path other) {
    try (var blind = RunningDoor.open(other, PAY)) {
      var token = ours.sign(SigningKey.claims("billing", 60));
      var answer =
          blind.post(
              "/v1/tools/charge_card/calls",
              "{\"run_id\":\"r\",\"call_id\":\"c\"}",
              "Interlock-User-Token",
              token);
      assertThat(answer.statusCode()).isEqualTo(401);
      assertThat(blind.upstream.requests()).isEmpty();
    }
  }

  private HttpResponse<String> call(String callId, String token) {
    return door.post(
        "/v1/tools/charge_card/calls",
        "{\"run_id\":\"r\",\"call_id\":\"%s\",\"arguments\":{\"of\":\"%s\"}}"
            .formatted(callId, callId),
        "Interlock-User-Token",
        token);
  }
}
