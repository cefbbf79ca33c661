package dev.interlock.runner;

import dev.interlock.runner.command.ApproveCommand;
import dev.interlock.runner.command.DenyCommand;
import dev.interlock.runner.command.OperationsCommand;
import dev.interlock.runner.command.ResolveCommand;
import dev.interlock.runner.command.TraceCommand;
import dev.interlock.runner.journal.JournalFolderException;
import dev.interlock.runner.management.ManagementToken;
import dev.interlock.runner.policy.load.PoliciesRejectedException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/// The program `runner`.
@Command(
    name = "runner",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    description = {
      "Runs the tool calls of AI agents, and never repeats a side effect.",
      "",
      "Agents call it on --listen; policies say what they may do; every step is recorded in the"
          + " journal before it is taken.",
      ""
    },
    footer = {
      "",
      "Every option can be an environment variable: --agent-label is INTERLOCK_AGENT_LABEL.",
      "",
      "Examples:",
      "  runner --policies examples/policies",
      "  runner --policies policies --journal file:/var/lib/interlock --credentials secrets",
      "  runner operations --journal file:/var/lib/interlock",
      "  runner approve op-01j... --as alice --reason CHG-1234",
      "",
      "Exit status: 0 stopped by SIGTERM, 1 failed while running, 2 something is wrong with the"
          + " options, the policies, the journal's folder or a port."
    },
    subcommands = {
      OperationsCommand.class,
      TraceCommand.class,
      ApproveCommand.class,
      DenyCommand.class,
      ResolveCommand.class
    })
public final class Main implements Callable<Integer> {
  @Mixin private RunnerOptions options = new RunnerOptions();

  private Main() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Main()).setDefaultValueProvider(new Environment());
  }

  /// `--agent-label` is also `INTERLOCK_AGENT_LABEL`.
  private static final class Environment implements IDefaultValueProvider {
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
      return argument instanceof OptionSpec option
          ? System.getenv(
              "INTERLOCK_"
                  + option
                      .longestName()
                      .replaceFirst("^--", "")
                      .replace('-', '_')
                      .toUpperCase(Locale.ROOT))
          : null;
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    if (options.log.equals("json")) {
      LogFormat.useJson();
    }
    Runner runner;
    try {
      var config = RunnerConfig.of(options);
      runner = new Runner(config, ManagementToken.file(options.journal, options.management));
    } catch (RunnerConfig.InvalidException | PoliciesRejectedException e) {
      return refuse(String.valueOf(e.getMessage()));
    } catch (JournalFolderException | UncheckedIOException e) {
      return refuse(String.valueOf(e.getMessage()));
    }
    System.err.printf(
        "runner is ready: agents on http://%s:%d, management on http://%s, journal %s%n",
        options.listen.substring(0, options.listen.lastIndexOf(':')),
        runner.agentPort(),
        runner.managementAddress(),
        options.journal);
    return untilStopped(runner);
  }

  private static int refuse(String problems) {
    System.err.println("runner cannot start:");
    problems.lines().forEach(line -> System.err.println("  " + line));
    return 2;
  }

  /// Waits for SIGTERM or SIGINT, drains, and ends the process with 0.
  private static int untilStopped(Runner runner) throws InterruptedException {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  runner.close();
                  Runtime.getRuntime().halt(0);
                },
                "drain"));
    new CountDownLatch(1).await();
    return 0;
  }
}
