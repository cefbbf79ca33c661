package dev.interlock.runner;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options of `runner` as they are written. Each can also be given as an environment variable:
/// `INTERLOCK_` and the option's name in capitals, `--agent-label` as `INTERLOCK_AGENT_LABEL`.
final class RunnerOptions {
  @Option(
      names = "--policies",
      paramLabel = "DIR",
      description = "Folder of ToolPolicy and RunBudget YAML files. Followed while running.")
  @Nullable String policies;

  @Option(
      names = "--journal",
      paramLabel = "URL",
      defaultValue = "file:.interlock/journal",
      description =
          "Where operations are recorded: file:DIR (one process), or memory: (lost with the"
              + " process; writes are refused unless a policy allows it). Default: ${DEFAULT-VALUE}")
  String journal = "";

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:8686",
      description = "Where agents call; a loopback address. Port 0: any. Default: ${DEFAULT-VALUE}")
  String listen = "";

  @Option(
      names = "--management",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:8687",
      description = "Health, metrics and the verbs below. Default: ${DEFAULT-VALUE}")
  String management = "";

  @Option(
      names = "--credentials",
      paramLabel = "DIR",
      description = "Folder of upstream secrets, one file a key, as Kubernetes mounts a Secret.")
  @Nullable String credentials;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      defaultValue = "default",
      description = "The namespace of the agent. Default: ${DEFAULT-VALUE}")
  String namespace = "";

  @Option(
      names = "--agent-label",
      paramLabel = "KEY=VALUE",
      split = ",",
      description = "A label of the agent, by which policies choose it. Repeatable.")
  List<String> agentLabels = new ArrayList<>();

  @Option(
      names = "--jwks",
      paramLabel = "FILE",
      description = "JSON Web Key Set by which end-user tokens are verified.")
  @Nullable String jwks;

  @Option(
      names = "--issuer",
      paramLabel = "URL",
      description = "The issuer that end-user tokens must name. Needed with --jwks.")
  @Nullable String issuer;

  @Option(
      names = "--audience",
      paramLabel = "NAME",
      description = "The audience that end-user tokens must name. Needed with --jwks.")
  @Nullable String audience;

  @Option(
      names = "--trust",
      paramLabel = "PEM",
      split = ",",
      description = "Certificates to trust for upstreams besides those of the JDK. Repeatable.")
  List<String> trust = new ArrayList<>();

  @Option(
      names = "--retention",
      paramLabel = "DURATION",
      defaultValue = "7d",
      description = "How long finished operations are kept, 1h..365d. Default: ${DEFAULT-VALUE}")
  String retention = "";

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      defaultValue = "15s",
      description =
          "How long others wait before they take over the work of a runner that fell silent,"
              + " 1s..5m. Default: ${DEFAULT-VALUE}")
  String lease = "";

  @Option(
      names = "--drain",
      paramLabel = "DURATION",
      defaultValue = "20s",
      description =
          "How long SIGTERM waits for running operations; what is left is recovered later."
              + " Default: ${DEFAULT-VALUE}")
  String drain = "";

  @Option(
      names = "--log",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json. Default: ${DEFAULT-VALUE}")
  String log = "";
}
