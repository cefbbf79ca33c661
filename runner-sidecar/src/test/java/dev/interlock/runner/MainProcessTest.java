package dev.interlock.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.JournalLocation;
import dev.interlock.runner.journal.Journals;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.testing.RunnerProgram;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The real program in a process of its own: it serves, it holds its journal, it drains.
@Timeout(120)
class MainProcessTest {
  private static final String CHARGE =
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
        retry: {maxAttempts: 3}
        approval: {mode: Never}
      """;

  @TempDir private Path folder;
  private Path policies;
  private Path journal;

  @BeforeEach
  void prepare() throws IOException {
    policies = Files.createDirectory(folder.resolve("policies"));
    journal = folder.resolve("journal");
  }

  @Test
  void anEmptyFolderOfPoliciesOffersNothingAndIsToldAsAWarning() {
    try (var runner = RunnerProgram.serving(policies, journal)) {
      assertThat(runner.awaitLine(line -> line.contains("holds no policies")))
          .containsPattern("^[0-9:.]+ WARN  LivePolicies the folder .* holds no policies");
      assertThat(runner.get(runner.management() + "/livez").statusCode()).isEqualTo(200);
      assertThat(runner.get(runner.management() + "/readyz").body()).isEqualTo("ready");
      assertThat(runner.call("charge_card", "c", "{}", "wait=5").body())
          .contains("tool_not_allowed");
    }
  }

  @Test
  void theTokenIsReadableByItsOwnerAloneAndSaysWhereTheRunnerListens() throws IOException {
    try (var runner = RunnerProgram.serving(policies, journal)) {
      var token = journal.resolve("management.token");

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(token)))
          .isEqualTo("rw-------");
      assertThat(Files.readAllLines(token))
          .satisfiesExactly(
              secret -> assertThat(secret).matches("[0-9a-f]{64}"),
              address -> assertThat("http://" + address).isEqualTo(runner.management()));
    }
  }

  @Test
  void aSecondRunnerOnTheSameFolderIsRefusedWithTheFirstOnesProcess() {
    try (var first = RunnerProgram.serving(policies, journal)) {
      var second =
          RunnerProgram.run(
              Map.of(),
              "--policies=" + policies,
              "--journal=file:" + journal,
              "--listen=127.0.0.1:0",
              "--management=127.0.0.1:0");

      assertThat(second.status()).isEqualTo(2);
      assertThat(second.output())
          .contains("runner cannot start:", "in use by process " + first.pid());
      assertThat(first.get(first.management() + "/readyz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void everyOptionIsAnEnvironmentVariable() {
    var ended =
        RunnerProgram.run(
            Map.ofEntries(
                Map.entry("INTERLOCK_POLICIES", "/none/policies"),
                Map.entry("INTERLOCK_JOURNAL", "sql:db"),
                Map.entry("INTERLOCK_LISTEN", "0.0.0.0:1"),
                Map.entry("INTERLOCK_MANAGEMENT", "here"),
                Map.entry("INTERLOCK_CREDENTIALS", "/none/credentials"),
                Map.entry("INTERLOCK_AGENT_LABEL", "app"),
                Map.entry("INTERLOCK_JWKS", "/none/jwks"),
                Map.entry("INTERLOCK_TRUST", "/none/ca.pem"),
                Map.entry("INTERLOCK_RETENTION", "0s"),
                Map.entry("INTERLOCK_LEASE", "0s"),
                Map.entry("INTERLOCK_DRAIN", "2h"),
                Map.entry("INTERLOCK_LOG", "loud")));

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.output())
        .contains(
            "--policies: there is no folder /none/policies",
            "--journal: journal 'sql:db' is unknown",
            "--listen: agents are served on a loopback address only",
            "got here",
            "--credentials: there is no folder /none/credentials",
            "got app",
            "--jwks: there is no readable file /none/jwks",
            "--trust: there is no readable file /none/ca.pem",
            "--retention: ",
            "--lease: ",
            "got 2h",
            "got loud");
  }

  @Test
  void whatIsWrittenOnTheCommandLineWinsOverTheEnvironmentAndTheLogCanBeJson() {
    try (var runner =
        RunnerProgram.start(
            Map.of(
                "INTERLOCK_POLICIES",
                policies.toString(),
                "INTERLOCK_JOURNAL",
                "memory:",
                "INTERLOCK_LISTEN",
                "127.0.0.1:0",
                "INTERLOCK_MANAGEMENT",
                "127.0.0.1:0",
                "INTERLOCK_LOG",
                "json"),
            "--journal=file:" + journal)) {
      var warning = runner.awaitLine(line -> line.contains("holds no policies"));

      assertThat(JsonMapper.shared().readTree(warning).path("level").asString()).isEqualTo("WARN");
      assertThat(runner.get(runner.management() + "/readyz").statusCode()).isEqualTo(200);
      assertThat(journal.resolve("management.token")).exists();
    }
  }

  @Test
  void sigtermWaitsForWhatRunsAndTakesNothingNew() throws Exception {
    var gate = new CountDownLatch(1);
    try (var upstream = ScriptedUpstream.start(Script.after(gate, Script.always(201, "{}")))) {
      offer(upstream);
      try (var runner = RunnerProgram.serving(policies, journal)) {
        var running =
            CompletableFuture.supplyAsync(
                () -> runner.call("charge_card", "c1", "{}", "wait=25").body());
        upstream.awaitRequests(arrived -> arrived == 1);

        runner.terminate();
        while (runner.get(runner.management() + "/readyz").statusCode() == 200) {
          Thread.onSpinWait();
        }
        assertThat(runner.get(runner.management() + "/readyz").body()).contains("draining");
        assertThat(runner.call("charge_card", "c2", "{\"n\":2}", "wait=5").statusCode())
            .isEqualTo(503);
        gate.countDown();

        assertThat(running.get()).contains("\"status\":\"succeeded\"");
        assertThat(runner.exitStatus()).isZero();
        assertThat(runner.allOutput())
            .containsPattern("INFO  TransitionLog outcome recorded operationId=\"op-")
            .contains("outcome=\"succeeded\"");
      }
      assertThat(upstream.effects()).hasSize(1);
      assertThat(kept()).singleElement().matches(kept -> kept.state().isTerminal());
    }
  }

  @Test
  void sigtermLeavesWhatDoesNotEndInTimeToTheNextRunner() throws Exception {
    try (var upstream =
        ScriptedUpstream.start(
            Script.inTurn(Script.commitThenSilence(), Script.always(200, "{}")))) {
      offer(upstream);
      try (var runner = RunnerProgram.serving(policies, journal, "--drain=0s", "--lease=1s")) {
        assertThat(runner.call("charge_card", "c1", "{}", "wait=0").body())
            .contains("\"status\":\"executing\"");
        upstream.awaitRequests(arrived -> arrived == 1);

        runner.terminate();

        assertThat(runner.exitStatus()).isZero();
      }
      assertThat(kept()).singleElement().matches(kept -> !kept.state().isTerminal());

      try (var runner = RunnerProgram.serving(policies, journal, "--lease=1s")) {
        assertThat(runner.call("charge_card", "c1", "{}", "wait=25").body())
            .contains("\"status\":\"succeeded\"");
      }
      assertThat(upstream.requests())
          .hasSize(2)
          .map(request -> request.header("Idempotency-Key"))
          .containsOnly(upstream.requests().getFirst().header("Idempotency-Key"));
    }
  }

  @Test
  void aBadChangeOfThePoliciesKeepsTheRunnerReadyWithThoseItHad() throws IOException {
    try (var upstream = ScriptedUpstream.start(Script.always(201, "{}"))) {
      offer(upstream);
      try (var runner = RunnerProgram.serving(policies, journal)) {
        Files.writeString(policies.resolve("bad.yaml"), "kind: Nonsense");

        assertThat(runner.awaitLine(line -> line.contains("policies rejected")))
            .contains("ERROR", "the last accepted ones stay in force");
        assertThat(runner.get(runner.management() + "/readyz").statusCode()).isEqualTo(200);
        assertThat(runner.call("charge_card", "c1", "{}", "wait=25").body()).contains("succeeded");
      }
    }
  }

  @Test
  void neitherArgumentsNorResultsAreEverLoggedAndMetricsCountWhatHappened() throws Exception {
    var canary = "canary-5e3f";
    try (var upstream =
        ScriptedUpstream.start(
            Script.inTurn(
                Script.always(500, "{\"error\":\"" + canary + "\"}"),
                Script.always(201, "{\"id\":\"" + canary + "\"}"),
                Script.always(400, canary)))) {
      offer(upstream);
      try (var runner = RunnerProgram.serving(policies, journal)) {
        var arguments = "{\"card\":\"" + canary + "\"}";
        assertThat(runner.call("charge_card", "c1", arguments, "wait=25").body())
            .contains("\"status\":\"succeeded\"");
        assertThat(runner.call("charge_card", "c2", arguments, "wait=25").body())
            .contains("\"status\":\"failed_permanent\"");
        assertThat(runner.call("charge_card", "c3", "\"{" + canary + "\"", "wait=25").body())
            .contains("invalid_arguments");
        var metrics = runner.get(runner.management() + "/metrics").body();
        assertThat(metrics)
            .contains("interlock_attempts_total{tool=\"charge_card\"} 3.0", "interlock_executing")
            .doesNotContain(canary);

        runner.terminate();

        assertThat(runner.allOutput())
            .contains("outcome recorded", "outcome=\"failed_permanent\"")
            .doesNotContain(canary);
      }
    }
  }

  private void offer(ScriptedUpstream upstream) throws IOException {
    Files.writeString(policies.resolve("charge.yaml"), CHARGE.replace("UPSTREAM", upstream.url()));
  }

  private List<Snapshot> kept() {
    try (var opened =
        Journals.open(new JournalLocation.InFolder(journal), InstantSource.system())) {
      return opened.list(Journal.Filter.ALL, 10);
    }
  }
}
