package dev.interlock.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.interlock.runner.journal.JournalLocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/// What the options may say, and what is told about each that may not.
class RunnerConfigTest {
  @TempDir private Path folder;
  private Path jwks;

  @BeforeEach
  void prepare() throws IOException {
    jwks = Files.writeString(folder.resolve("jwks.json"), "{\"keys\":[]}");
  }

  @Test
  void onlyTheFolderOfPoliciesHasToBeGiven() {
    var config = config();

    assertThat(config.policies()).isEqualTo(folder);
    assertThat(config.journal())
        .isEqualTo(new JournalLocation.InFolder(Path.of(".interlock/journal")));
    assertThat(config.listen()).isEqualTo(new RunnerConfig.Address("127.0.0.1", 8686));
    assertThat(config.management()).isEqualTo(new RunnerConfig.Address("127.0.0.1", 8687));
    assertThat(config.agent().namespace()).isEqualTo("default");
    assertThat(config.agent().labels()).isEmpty();
    assertThat(config.tokens()).isNull();
    assertThat(config.trust()).isEmpty();
    assertThat(config.retention()).isEqualTo(Duration.ofDays(7));
    assertThat(config.lease()).isEqualTo(Duration.ofSeconds(15));
    assertThat(config.drain()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void whatIsGivenIsTaken() {
    var config =
        config(
            "--journal=memory:",
            "--listen=[::1]:0",
            "--management=0.0.0.0:9000",
            "--credentials=" + folder,
            "--namespace=shop",
            "--agent-label=app=support,team=a=b",
            "--agent-label=empty=",
            "--jwks=" + jwks,
            "--issuer=https://login.example",
            "--audience=interlock",
            "--trust=" + jwks,
            "--retention=30d",
            "--lease=5m",
            "--drain=0s",
            "--log=json");

    assertThat(config.journal()).isEqualTo(new JournalLocation.InMemory());
    assertThat(config.listen()).isEqualTo(new RunnerConfig.Address("[::1]", 0));
    assertThat(config.management()).isEqualTo(new RunnerConfig.Address("0.0.0.0", 9000));
    assertThat(config.credentials()).isEqualTo(folder);
    assertThat(config.agent().namespace()).isEqualTo("shop");
    assertThat(config.agent().labels())
        .isEqualTo(Map.of("app", "support", "team", "a=b", "empty", ""));
    assertThat(config.tokens())
        .isEqualTo(new RunnerConfig.Tokens(jwks, "https://login.example", "interlock"));
    assertThat(config.trust()).containsExactly(jwks);
    assertThat(config.retention()).isEqualTo(Duration.ofDays(30));
    assertThat(config.lease()).isEqualTo(Duration.ofMinutes(5));
    assertThat(config.drain()).isZero();
  }

  @Test
  void everythingThatIsWrongIsToldAtOnce() {
    var options =
        options(
            "--journal=sql:db",
            "--listen=0.0.0.0:8686",
            "--management=8687",
            "--credentials=" + folder.resolve("none"),
            "--agent-label=app",
            "--jwks=" + folder.resolve("no.json"),
            "--trust=" + folder.resolve("no.pem"),
            "--retention=1m",
            "--lease=1h",
            "--drain=soon",
            "--log=xml");

    var problems =
        catchThrowableOfType(RunnerConfig.InvalidException.class, () -> RunnerConfig.of(options));

    assertThat(problems.problems())
        .containsExactly(
            "--policies: is required; give the folder of your ToolPolicy files",
            "--journal: journal 'sql:db' is unknown: write file:DIR for a folder of this machine,"
                + " or memory: to keep nothing",
            "--listen: agents are served on a loopback address only, such as 127.0.0.1:8686; got"
                + " 0.0.0.0:8686",
            "--management: must be HOST:PORT with a port 0..65535, such as 127.0.0.1:8686; got"
                + " 8687",
            "--agent-label: must be KEY=VALUE, such as app=support-agent; got app",
            "--jwks: there is no readable file " + folder.resolve("no.json"),
            "--jwks: needs --issuer and --audience, so that no other token counts",
            "--trust: there is no readable file " + folder.resolve("no.pem"),
            "--retention: must be a duration 1h..365d, such as 30s, 5m, 24h or 7d; got 1m",
            "--lease: must be a duration 1s..5m, such as 30s, 5m, 24h or 7d; got 1h",
            "--drain: must be a duration 0s..1h, such as 30s, 5m, 24h or 7d; got soon",
            "--credentials: there is no folder %s; create it or name another"
                .formatted(folder.resolve("none")),
            "--log: must be text or json, got xml");
    assertThat(problems).hasMessage(String.join("\n", problems.problems()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:8686",
        "127.0.0.1:0",
        "127.0.0.1:65535",
        "127.1.2.3:1",
        "localhost:8686",
        "[::1]:8686"
      })
  void agentsAreServedOnLoopback(String address) {
    assertThat(config("--listen=" + address).listen().port()).isNotNegative();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0:8686",
        "192.168.1.7:8686",
        "[::]:8686",
        "127.evil.example:8686",
        "127.0.0.1.evil.example:8686",
        "localhost.evil.example:8686"
      })
  void agentsAreServedNowhereElse(String address) {
    assertThatThrownBy(() -> config("--listen=" + address))
        .isInstanceOf(RunnerConfig.InvalidException.class)
        .hasMessageContaining("--listen: agents are served on a loopback address only");
  }

  @ParameterizedTest
  @CsvSource({
    "--listen,''",
    "--listen,8686",
    "--listen,:8686",
    "--listen,localhost",
    "--listen,localhost:",
    "--listen,localhost:-1",
    "--listen,localhost:65536",
    "--listen,localhost:http",
    "--management,127.0.0.1",
    "--management,127.0.0.1:99999999999",
    "--retention,59m",
    "--retention,366d",
    "--retention,''",
    "--retention,7",
    "--retention,-1d",
    "--retention,1.5d",
    "--retention,9999999d",
    "--lease,0s",
    "--lease,301s",
    "--lease,6m",
    "--drain,3601s",
    "--drain,1d",
    "--agent-label,=value",
    "--agent-label,app",
    "--journal,''",
    "--journal,file:",
    "--journal,/var/lib/journal",
    "--journal,redis://localhost",
    "--log,TEXT",
    "--issuer,https://login.example",
    "--audience,interlock"
  })
  void anOptionThatCannotBeUsedIsNamedWithItsValue(String option, String value) {
    assertThatThrownBy(() -> config(option + "=" + value))
        .isInstanceOf(RunnerConfig.InvalidException.class)
        .hasMessageContaining(option)
        .message()
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "--retention,1h,3600",
    "--retention,365d,31536000",
    "--retention,3600s,3600",
    "--lease,1s,1",
    "--lease,300s,300"
  })
  void theBoundsThemselvesAreAllowed(String option, String value, long seconds) {
    var config = config(option + "=" + value);
    assertThat(option.equals("--lease") ? config.lease() : config.retention())
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void keysForTokensNeedAnIssuerAndAnAudience() {
    for (var missing : List.of("--issuer=https://login.example", "--audience=interlock")) {
      assertThatThrownBy(() -> config("--jwks=" + jwks, missing))
          .hasMessage("--jwks: needs --issuer and --audience, so that no other token counts");
    }
  }

  @Test
  void aFileIsNoFolderAndAFolderNoFile() {
    assertThatThrownBy(() -> RunnerConfig.of(options("--policies=" + jwks)))
        .hasMessageContaining("--policies: there is no folder " + jwks);
    assertThatThrownBy(() -> config("--trust=" + folder))
        .hasMessageContaining("--trust: there is no readable file " + folder);
  }

  private RunnerConfig config(String... arguments) {
    var all = new ArrayList<>(List.of("--policies=" + folder));
    all.addAll(List.of(arguments));
    return RunnerConfig.of(options(all.toArray(String[]::new)));
  }

  private static RunnerOptions options(String... arguments) {
    return CommandLine.populateCommand(new RunnerOptions(), arguments);
  }
}
