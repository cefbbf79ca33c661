package dev.interlock.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.journal.JournalLocation;
import dev.interlock.runner.journal.Journals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the program answers when it cannot start, and when it is asked how it is used. How it runs
/// and stops is `MainProcessTest`.
@Timeout(60)
class MainTest {
  private static final String POLICY =
      """
      apiVersion: interlock.dev/v1alpha1
      kind: ToolPolicy
      metadata: {name: get-order}
      spec:
        tool:
          description: Get an order.
          inputSchema: {type: object}
        risk: Read
        upstream: {http: {method: GET, url: "http://127.0.0.1:9/orders"}}
      """;

  @TempDir private Path folder;
  private Path policies;
  private Path journal;

  private record Ended(int status, String err, String out) {}

  @BeforeEach
  void prepare() throws IOException {
    policies = Files.createDirectory(folder.resolve("policies"));
    Files.writeString(policies.resolve("get-order.yaml"), POLICY);
    journal = folder.resolve("journal");
  }

  @Test
  void aTakenAgentPortIsNamedAndEverythingIsGivenBack() throws IOException {
    try (var taken = taken()) {
      var ended = start("--listen=127.0.0.1:" + taken.getLocalPort());

      assertThat(ended.status()).isEqualTo(2);
      assertThat(ended.err())
          .startsWith("runner cannot start:\n")
          .contains("cannot listen on 127.0.0.1:%d for agents".formatted(taken.getLocalPort()))
          .doesNotContain("\tat ");
      Journals.open(new JournalLocation.InFolder(journal), InstantSource.system()).close();
    }
  }

  @Test
  void aTakenManagementPortIsNamed() throws IOException {
    try (var taken = taken()) {
      var ended = start("--management=127.0.0.1:" + taken.getLocalPort());

      assertThat(ended.status()).isEqualTo(2);
      assertThat(ended.err())
          .contains("cannot listen on 127.0.0.1:%d for management".formatted(taken.getLocalPort()));
    }
  }

  @Test
  void aJournalThatIsNoFolderIsNamed() throws IOException {
    Files.writeString(journal, "a file");

    var ended = start();

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).contains("journal folder " + journal, "choose a");
  }

  @Test
  void aJournalWhereNothingCanBeWrittenIsNamed() throws IOException {
    Files.writeString(folder.resolve("file"), "");
    journal = folder.resolve("file").resolve("journal");

    var ended = start();

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).contains("journal folder " + journal).doesNotContain("\tat ");
  }

  @Test
  void aJournalThatAnotherRunnerHoldsIsNamedWithItsProcess() {
    try (var _ = Journals.open(new JournalLocation.InFolder(journal), InstantSource.system())) {
      var ended = start();

      assertThat(ended.status()).isEqualTo(2);
      assertThat(ended.err())
          .contains(
              "journal folder %s: in use by process %d"
                  .formatted(journal, ProcessHandle.current().pid()),
              "choose another folder");
    }
  }

  @Test
  void missingPoliciesAreNamedWithEverythingElseThatIsWrong() {
    policies = folder.resolve("none");

    var ended = start("--lease=1h", "--log=xml");

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err())
        .isEqualTo(
            """
            runner cannot start:
              --policies: there is no folder %s; create it or name another
              --lease: must be a duration 1s..5m, such as 30s, 5m, 24h or 7d; got 1h
              --log: must be text or json, got xml
            """
                .formatted(policies));
    assertThat(journal).doesNotExist();
  }

  @Test
  void badPoliciesAreAllToldWithFileFieldAndWhatToWrite() throws IOException {
    Files.writeString(policies.resolve("a.yaml"), POLICY.replace("risk: Read", "risk: Harmless"));
    Files.writeString(
        policies.resolve("b.yaml"),
        POLICY.replace("get-order", "other").replace("method: GET", "method: GETT"));

    var ended = start();

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err())
        .containsPattern("a\\.yaml:8: spec\\.risk: .*Read.*ReversibleWrite.*IrreversibleWrite")
        .containsPattern("b\\.yaml:9: spec\\.upstream\\.http\\.method: .*GET")
        .doesNotContain("\tat ");
  }

  @Test
  void certificatesThatAreNoneAreNamed() throws IOException {
    var pem = Files.writeString(folder.resolve("ca.pem"), "not a certificate");

    var ended = start("--trust=" + pem);

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).contains("--trust: ", pem.toString()).doesNotContain("\tat ");
  }

  @Test
  void anUnknownOptionIsWrongUse() {
    var ended = start("--polices=x");

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).contains("Unknown option: '--polices=x'");
  }

  @Test
  void anUnknownVerbIsWrongUseAndTheNearestIsNamed() {
    var ended = run("aprove", "op-1");

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).contains("'aprove'", "approve");
  }

  @Test
  void helpExplainsTheOptionsTheExitStatusAndTheVerbs() {
    var ended = run("--help");

    assertThat(ended.status()).isZero();
    assertThat(ended.out())
        .contains("--policies=DIR", "INTERLOCK_AGENT_LABEL", "Examples:", "Exit status:")
        .contains("operations", "trace", "approve", "deny", "resolve");
  }

  @ParameterizedTest
  @ValueSource(strings = {"operations", "trace", "approve", "deny", "resolve"})
  void everyVerbExplainsItself(String verb) {
    var ended = run(verb, "--help");

    assertThat(ended.status()).isZero();
    assertThat(ended.out())
        .startsWith("Usage: runner " + verb)
        .contains("--journal=URL", "--management=HOST:PORT", "Exit status:");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace", "approve", "deny", "resolve"})
  void aVerbAboutAnOperationNeedsItsId(String verb) {
    var ended = run(verb);

    assertThat(ended.status()).isEqualTo(2);
    assertThat(ended.err()).contains("OP");
  }

  @Test
  void theVersionIsTold() {
    assertThat(run("--version").out()).startsWith("interlock runner ");
  }

  private static ServerSocket taken() throws IOException {
    return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  }

  private Ended start(String... more) {
    var arguments = new ArrayList<>(List.of("--policies=" + policies, "--journal=file:" + journal));
    for (var option : List.of("--listen", "--management")) {
      if (List.of(more).stream().noneMatch(given -> given.startsWith(option))) {
        arguments.add(option + "=127.0.0.1:0");
      }
    }
    arguments.addAll(List.of(more));
    return run(arguments.toArray(String[]::new));
  }

  private static Ended run(String... arguments) {
    var err = new ByteArrayOutputStream();
    var out = new ByteArrayOutputStream();
    var before = System.err;
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    try {
      int status =
          Main.commandLine()
              .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
              .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
              .execute(arguments);
      return new Ended(
          status, err.toString(StandardCharsets.UTF_8), out.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
    }
  }
}
