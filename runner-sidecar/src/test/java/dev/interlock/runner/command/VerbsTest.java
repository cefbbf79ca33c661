package dev.interlock.runner.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.testing.RunnerProgram;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The verbs against a running runner: what they write, and how they end.
@Timeout(120)
class VerbsTest {
  private static final String POLICIES =
      """
      apiVersion: interlock.dev/v1alpha1
      kind: ToolPolicy
      metadata: {name: charge-card}
      spec:
        tool:
          description: Charge a card.
          inputSchema: {type: object}
        risk: IrreversibleWrite
        upstream: {http: {method: POST, url: "UPSTREAM/charges", body: Input}}
        idempotency: {mode: Key, in: {header: Idempotency-Key}, retention: 24h}
        approval: {mode: Always, summary: Charge it}
      ---
      apiVersion: interlock.dev/v1alpha1
      kind: ToolPolicy
      metadata: {name: send-mail}
      spec:
        tool:
          description: Send a mail.
          inputSchema: {type: object}
        risk: IrreversibleWrite
        upstream: {http: {method: POST, url: "UPSTREAM/mails", body: Input}}
        approval: {mode: Never}
      """;

  @TempDir private static Path folder;
  private static ScriptedUpstream upstream;
  private static RunnerProgram runner;

  private record Ended(int status, String out, String err) {
    JsonNode json() {
      return JsonMapper.shared().readTree(out);
    }
  }

  @BeforeAll
  static void start() throws IOException {
    Script charges = Script.always(201, "{\"id\":\"ch_1\"}");
    Script mails = Script.commitThenDrop();
    upstream =
        ScriptedUpstream.start((number, request, reply) ->
            (request.target().startsWith("/charges") ? charges : mails)
                .answer(number, request, reply));
    var policies = Files.createDirectory(folder.resolve("policies"));
    Files.writeString(policies.resolve("tools.yaml"), POLICIES.replace("UPSTREAM", upstream.url()));
    runner = RunnerProgram.serving(policies, folder.resolve("journal"));
  }

  @AfterAll
  static void stop() {
    runner.close();
    upstream.close();
  }

  @Test
  void anOperationIsListedApprovedDoneAndTraced() {
    var id = awaiting("a1");

    assertThat(run("operations", "--attention").out())
        .containsPattern(id + " +awaiting_approval +charge_card +Charge it \\(0 of 1 approved");

    var approved = run("approve", id, "--as=alice", "--reason=CHG-1");
    assertThat(approved.status()).isZero();
    assertThat(approved.out()).startsWith("recorded; " + id + " is ");

    assertThat(runner.call("charge_card", "a1", "{}", "wait=25").body()).contains("succeeded");
    assertThat(run("operations").out()).doesNotContain(id);
    assertThat(run("operations", "--all").out())
        .containsPattern(id + " +(recorded|reported) +charge_card +succeeded");

    var trace = run("trace", id);
    assertThat(trace.status()).isZero();
    assertThat(trace.out())
        .startsWith(id)
        .contains("tool=charge_card run=a1 call=a1")
        .containsPattern("approval_decided .*alice")
        .contains("CHG-1");
  }

  @Test
  void anApprovalThatComesAgainOrTooLateDoesNotCount() {
    var id = awaiting("a2");
    assertThat(run("deny", id, "--as=bob").status()).isZero();
    assertThat(runner.call("charge_card", "a2", "{}", "wait=25").body())
        .contains("approval_rejected");

    var late = run("approve", id, "--as=alice");

    assertThat(late.status()).isEqualTo(5);
    assertThat(late.err()).contains(id, "not awaiting approval");
    assertThat(late.out()).isEmpty();
  }

  @Test
  void anUnknownOutcomeIsResolvedOnceByWhoLooked() {
    var id = unknown("m1");
    assertThat(run("operations", "--attention").out())
        .containsPattern(id + " +outcome_unknown +send_mail +a person has to resolve it");

    var resolved =
        run("resolve", id, "--outcome=Succeeded", "--result={\"id\":\"m_1\"}", "--as=alice");

    assertThat(resolved.status()).isZero();
    assertThat(runner.call("send_mail", "m1", "{}", "wait=25").body())
        .contains("\"status\":\"succeeded\"", "m_1");
    var again = run("resolve", id, "--outcome=Failed", "--as=bob");
    assertThat(again.status()).isEqualTo(5);
    assertThat(again.err()).contains("only an unknown outcome can be resolved");
  }

  @Test
  void whatDoesNotWaitForAnApprovalCannotBeApprovedAndWhatIsKnownNotResolved() {
    var unknown = unknown("m2");
    var awaiting = awaiting("a3");

    assertThat(run("approve", unknown).status()).isEqualTo(5);
    assertThat(run("deny", unknown).status()).isEqualTo(5);
    var resolved = run("resolve", awaiting, "--outcome=NotExecuted");
    assertThat(resolved.status()).isEqualTo(5);
    assertThat(resolved.err()).contains(awaiting + " is awaiting_approval");
  }

  @Test
  void aResolutionNeedsAnOutcomeThatExistsAndAResultThatIsJson() {
    var id = unknown("m3");

    var none = run("resolve", id);
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("--outcome");
    var other = run("resolve", id, "--outcome=Maybe");
    assertThat(other.status()).isEqualTo(2);
    assertThat(other.err()).contains("Succeeded", "NotExecuted", "Failed", "Maybe");
    var text = run("resolve", id, "--outcome=Succeeded", "--result={id}");
    assertThat(text.status()).isEqualTo(2);
    assertThat(text.err()).startsWith("--result is not JSON: ");
    assertThat(run("operations", "--attention").out()).contains(id);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"op-01jx0000000000000000000000", "op-1", "x", "a b", "50%", "../../metrics", "é"})
  void anOperationThatDoesNotExistIsSaidNotToExist(String id) {
    for (var ended :
        List.of(
            run("trace", id),
            run("approve", id),
            run("deny", id),
            run("resolve", id, "--outcome=Failed"))) {
      assertThat(ended.status()).isEqualTo(4);
      assertThat(ended.err()).startsWith("there is no ").hasLineCount(1);
    }
  }

  @Test
  void jsonIsWrittenForPrograms() {
    var id = awaiting("a4");

    assertThat(
            run("operations", "--output=json").json().path("operations").findValuesAsString("id"))
        .contains(id);
    assertThat(run("trace", id, "--output=json").json().path("logical_operation_id").asString())
        .isEqualTo(id);
    assertThat(run("deny", id, "--output=json").json().path("id").asString()).isEqualTo(id);
  }

  @Test
  void anOutputThatDoesNotExistIsWrongUse() {
    var ended = run("operations", "--output=xml");

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).isEqualToIgnoringNewLines("--output: must be text or json, got xml");
  }

  @Test
  void whereNoRunnerWroteATokenNoRunnerIsFound() {
    var elsewhere = folder.resolve("elsewhere");

    var ended = verb("operations", "--journal=file:" + elsewhere);

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.err())
        .startsWith("no runner has written " + elsewhere.resolve("management.token"));
  }

  @Test
  void aTokenOfAnotherRunnerIsNotAccepted() throws IOException {
    var ended = verb("operations", withToken("f".repeat(64), address()));

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.err()).contains("does not accept the token in", address());
    assertThat(ended.out()).isEmpty();
  }

  @Test
  void aRunnerThatIsGoneIsSaidToBeGone() throws IOException {
    int free;
    try (var socket = new java.net.ServerSocket(0)) {
      free = socket.getLocalPort();
    }

    var ended = verb("operations", withToken("f".repeat(64), "127.0.0.1:" + free));

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.err()).contains("no runner answers on 127.0.0.1:" + free);
  }

  @Test
  void whatAnswersInItsPlaceIsNotTakenForARunner() throws IOException {
    Script page =
        (_, _, reply) ->
            reply.respond(200, java.util.Map.of("Content-Type", "text/html"), "<html>hello");
    try (var other = ScriptedUpstream.start(page)) {
      var ended = verb("operations", withToken("f".repeat(64), "127.0.0.1:" + other.port()));

      assertThat(ended.status()).isEqualTo(3);
      assertThat(ended.err()).contains("is not a runner").hasLineCount(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "secret\n127.0.0.1:1\n", "x y z"})
  void aFileThatIsNoTokenIsNotUsed(String content) throws IOException {
    var journal = Files.createTempDirectory(folder, "journal");
    Files.writeString(journal.resolve("management.token"), content);

    var ended = verb("operations", "--journal=file:" + journal);

    assertThat(ended.status()).isEqualTo(3);
    assertThat(ended.err()).contains("is not a runner's token file");
  }

  private static String awaiting(String call) {
    return operation(runner.call("charge_card", call, "{}", "wait=0").body(), "awaiting_approval");
  }

  private static String unknown(String call) {
    return operation(runner.call("send_mail", call, "{}", "wait=25").body(), "outcome_unknown");
  }

  private static String operation(String envelope, String status) {
    var json = JsonMapper.shared().readTree(envelope);
    assertThat(json.path("status").asString()).as(envelope).isEqualTo(status);
    return json.path("logical_operation_id").asString();
  }

  private static String address() {
    return runner.management().substring("http://".length());
  }

  private static String withToken(String secret, String address) throws IOException {
    var journal = Files.createTempDirectory(folder, "journal");
    Files.writeString(journal.resolve("management.token"), secret + "\n" + address + "\n");
    return "--journal=file:" + journal;
  }

  private static Ended run(String verb, String... arguments) {
    var all = new ArrayList<>(List.of(arguments));
    all.add("--journal=file:" + folder.resolve("journal"));
    return verb(verb, all.toArray(String[]::new));
  }

  private static Ended verb(String name, String... arguments) {
    var verb =
        switch (name) {
          case "operations" -> new OperationsCommand();
          case "trace" -> new TraceCommand();
          case "approve" -> new ApproveCommand();
          case "deny" -> new DenyCommand();
          case "resolve" -> new ResolveCommand();
          default -> throw new IllegalArgumentException(name);
        };
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var outBefore = System.out;
    var errBefore = System.err;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int status =
          new CommandLine(verb)
              .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
              .execute(arguments);
      return new Ended(
          status, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(outBefore);
      System.setErr(errBefore);
    }
  }
}
