package dev.interlock.runner.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// What all verbs have in common: where the runner is, and how failures end.
@Command(
    footer = {
      "",
      "Exit status: 0 done, 1 failed, 2 wrong use, 3 no runner found, 4 no such operation,"
          + " 5 the operation does not allow it now."
    })
abstract class Verb implements Callable<Integer> {
  @Mixin RunnerAddress address = new RunnerAddress();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  boolean help;

  @Override
  public final Integer call() {
    try {
      address.check();
      run(new ManagementClient(address));
      return 0;
    } catch (CommandException e) {
      System.err.println(e.getMessage());
      return e.exitStatus();
    }
  }

  abstract void run(ManagementClient runner);
}
