package dev.interlock.runner;

import dev.interlock.runner.journal.JournalLocation;
import dev.interlock.runner.operation.Agent;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The options, read and checked.
///
/// @param journal where operations are recorded
/// @param agent whom this runner serves
/// @param tokens how end-user tokens are verified; absent when none can be
/// @param retention 1 h..365 d
/// @param lease 1 s..5 min
record RunnerConfig(
    Path policies,
    JournalLocation journal,
    Address listen,
    Address management,
    Path credentials,
    Agent agent,
    @Nullable Tokens tokens,
    List<Path> trust,
    Duration retention,
    Duration lease,
    Duration drain) {

  private static final Pattern LOOPBACK = Pattern.compile("127(\\.[0-9]{1,3}){3}");
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})(s|m|h|d)");

  /// A host and a port.
  ///
  /// @param port 0 for any free one
  record Address(String host, int port) {}

  /// How end-user tokens are verified.
  record Tokens(Path jwks, String issuer, String audience) {}

  /// Everything that is wrong with the options.
  static final class InvalidException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient List<String> problems;

    InvalidException(List<String> problems) {
      super(String.join("\n", problems));
      this.problems = List.copyOf(problems);
    }

    List<String> problems() {
      return problems;
    }
  }

  /// Reads the options.
  ///
  /// @throws InvalidException with all problems, each saying what to write instead
  static RunnerConfig of(RunnerOptions options) {
    var problems = new ArrayList<String>();
    Consumer<String> report = problems::add;
    var policies = folder("--policies", options.policies, report);
    var journal = journal(options.journal, report);
    var listen = address("--listen", options.listen, report);
    if (listen != null && !isLoopback(listen.host())) {
      report.accept(
          "--listen: agents are served on a loopback address only, such as 127.0.0.1:8686; got "
              + options.listen);
    }
    var management = address("--management", options.management, report);
    var labels = labels(options.agentLabels, report);
    var tokens = tokens(options, report);
    var trust = options.trust.stream().map(file -> file("--trust", file, report)).toList();
    var retention =
        duration("--retention", options.retention, "1h..365d", 3600, 365L * 86_400, report);
    var lease = duration("--lease", options.lease, "1s..5m", 1, 300, report);
    var drain = duration("--drain", options.drain, "0s..1h", 0, 3600, report);
    var credentials =
        options.credentials == null
            ? Path.of("credentials")
            : folder("--credentials", options.credentials, report);
    if (!options.log.equals("text") && !options.log.equals("json")) {
      report.accept("--log: must be text or json, got " + options.log);
    }
    if (!problems.isEmpty()
        || policies == null
        || journal == null
        || listen == null
        || management == null
        || credentials == null) {
      throw new InvalidException(problems);
    }
    var agent = new Agent(options.namespace, hostName(), "", labels);
    return new RunnerConfig(
        policies,
        journal,
        listen,
        management,
        credentials,
        agent,
        tokens,
        trust,
        retention,
        lease,
        drain);
  }

  private static @Nullable Path folder(
      String option, @Nullable String text, Consumer<String> report) {
    if (text == null) {
      report.accept(option + ": is required; give the folder of your ToolPolicy files");
      return null;
    }
    var folder = Path.of(text);
    if (!Files.isDirectory(folder)) {
      report.accept("%s: there is no folder %s; create it or name another".formatted(option, text));
      return null;
    }
    return folder;
  }

  private static Path file(String option, String text, Consumer<String> report) {
    var file = Path.of(text);
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      report.accept("%s: there is no readable file %s".formatted(option, text));
    }
    return file;
  }

  private static @Nullable JournalLocation journal(String text, Consumer<String> report) {
    try {
      return JournalLocation.parse(text);
    } catch (IllegalArgumentException e) {
      report.accept("--journal: " + e.getMessage());
      return null;
    }
  }

  private static @Nullable Address address(String option, String text, Consumer<String> report) {
    int colon = text.lastIndexOf(':');
    try {
      int port = colon < 1 ? -1 : Integer.parseInt(text.substring(colon + 1));
      if (port >= 0 && port <= 65_535) {
        return new Address(text.substring(0, colon), port);
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    report.accept(
        "%s: must be HOST:PORT with a port 0..65535, such as 127.0.0.1:8686; got %s"
            .formatted(option, text));
    return null;
  }

  private static boolean isLoopback(String host) {
    return host.equals("localhost") || host.equals("[::1]") || LOOPBACK.matcher(host).matches();
  }

  private static Map<String, String> labels(List<String> texts, Consumer<String> report) {
    var labels = new LinkedHashMap<String, String>();
    for (var text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        report.accept("--agent-label: must be KEY=VALUE, such as app=support-agent; got " + text);
      } else {
        labels.put(text.substring(0, equals), text.substring(equals + 1));
      }
    }
    return labels;
  }

  private static @Nullable Tokens tokens(RunnerOptions options, Consumer<String> report) {
    if (options.jwks == null) {
      if (options.issuer != null || options.audience != null) {
        report.accept(
            "--issuer and --audience say nothing without --jwks: add it, or leave them out");
      }
      return null;
    }
    var jwks = file("--jwks", options.jwks, report);
    if (options.issuer == null || options.audience == null) {
      report.accept("--jwks: needs --issuer and --audience, so that no other token counts");
      return null;
    }
    return new Tokens(jwks, options.issuer, options.audience);
  }

  private static Duration duration(
      String option, String text, String range, long min, long max, Consumer<String> report) {
    var matcher = DURATION.matcher(text);
    if (matcher.matches()) {
      long unit =
          switch (matcher.group(2)) {
            case "m" -> 60;
            case "h" -> 3600;
            case "d" -> 86_400;
            default -> 1;
          };
      long seconds = Long.parseLong(matcher.group(1)) * unit;
      if (seconds >= min && seconds <= max) {
        return Duration.ofSeconds(seconds);
      }
    }
    report.accept(
        "%s: must be a duration %s, such as 30s, 5m, 24h or 7d; got %s"
            .formatted(option, range, text));
    return Duration.ZERO;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (java.net.UnknownHostException e) {
      return "localhost";
    }
  }
}
