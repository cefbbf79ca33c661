package dev.interlock.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// The options are an interface: manifests, scripts and the chart hold their names and rely on
/// their defaults.
class RunnerOptionsTest {
  private static final String OPTIONS =
      """
      option        | value     | default                | environment
      --policies    | DIR       |                        | INTERLOCK_POLICIES
      --journal     | URL       | file:.interlock/journal | INTERLOCK_JOURNAL
      --listen      | HOST:PORT | 127.0.0.1:8686         | INTERLOCK_LISTEN
      --management  | HOST:PORT | 127.0.0.1:8687         | INTERLOCK_MANAGEMENT
      --credentials | DIR       |                        | INTERLOCK_CREDENTIALS
      --namespace   | NAME      | default                | INTERLOCK_NAMESPACE
      --agent-label | KEY=VALUE |                        | INTERLOCK_AGENT_LABEL
      --jwks        | FILE      |                        | INTERLOCK_JWKS
      --issuer      | URL       |                        | INTERLOCK_ISSUER
      --audience    | NAME      |                        | INTERLOCK_AUDIENCE
      --trust       | PEM       |                        | INTERLOCK_TRUST
      --retention   | DURATION  | 7d                     | INTERLOCK_RETENTION
      --lease       | DURATION  | 15s                    | INTERLOCK_LEASE
      --drain       | DURATION  | 20s                    | INTERLOCK_DRAIN
      --log         | FORMAT    | text                   | INTERLOCK_LOG
      """;

  private static final String VERBS =
      """
      operations | --journal --management --output --all --attention
      trace      | --journal --management --output OP
      approve    | --journal --management --output OP --as --reason
      deny       | --journal --management --output OP --as --reason
      resolve    | --journal --management --output OP --as --reason --outcome --result
      """;

  @Test
  void everyOptionHasTheNameTheDefaultAndTheVariableThatAreDocumented() {
    var options =
        Main.commandLine().getCommandSpec().options().stream()
            .filter(option -> !option.usageHelp() && !option.versionHelp())
            .map(RunnerOptionsTest::line);

    assertThat(options).containsExactlyElementsOf(rows(OPTIONS).skip(1).toList());
  }

  @Test
  void everyVerbHasTheOptionsThatAreDocumented() {
    var verbs =
        Main.commandLine().getSubcommands().entrySet().stream()
            .map(verb -> List.of(verb.getKey(), arguments(verb.getValue())));

    assertThat(verbs)
        .map(verb -> List.of(verb.getFirst(), sorted(verb.getLast())))
        .containsExactlyElementsOf(
            rows(VERBS).map(row -> List.of(row.getFirst(), sorted(row.getLast()))).toList());
  }

  @Test
  void theProgramsOptionsAreNotThoseOfItsVerbs() {
    Main.commandLine()
        .getSubcommands()
        .values()
        .forEach(verb -> assertThat(verb.getCommandSpec().findOption("--policies")).isNull());
  }

  @Test
  void everyOptionSaysWhatItIsFor() {
    Stream.concat(
            Stream.of(Main.commandLine()), Main.commandLine().getSubcommands().values().stream())
        .flatMap(command -> command.getCommandSpec().options().stream())
        .forEach(option ->
            assertThat(String.join(" ", option.description()))
                .as(option.longestName())
                .isNotBlank());
  }

  private static List<String> line(OptionSpec option) {
    var given = option.defaultValue();
    return List.of(
        option.longestName(),
        option.paramLabel(),
        given == null ? "" : given,
        "INTERLOCK_"
            + option.longestName().substring(2).replace('-', '_').toUpperCase(Locale.ROOT));
  }

  private static String arguments(CommandLine verb) {
    return Stream.concat(
            verb.getCommandSpec().positionalParameters().stream().map(p -> p.paramLabel()),
            verb.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp())
                .map(OptionSpec::longestName))
        .collect(Collectors.joining(" "));
  }

  private static String sorted(String words) {
    return Arrays.stream(words.split(" ")).sorted().collect(Collectors.joining(" "));
  }

  private static Stream<List<String>> rows(String table) {
    return table
        .lines()
        .map(line -> Arrays.stream(line.split("\\|", -1)).map(String::strip).toList());
  }
}
