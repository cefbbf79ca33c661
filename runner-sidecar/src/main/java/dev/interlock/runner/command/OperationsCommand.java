package dev.interlock.runner.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `runner operations`
@Command(
    name = "operations",
    description = "Lists operations: the unresolved ones, those that need a person, or all.")
public final class OperationsCommand extends Verb {
  @Option(names = "--all", description = "Finished ones too.")
  private boolean all;

  @Option(names = "--attention", description = "Only those that a person should see.")
  private boolean attention;

  @Override
  void run(ManagementClient runner) {
    var filter = all ? "all" : attention ? "attention" : "unresolved";
    var body = runner.operations(filter);
    if (address.wantsJson()) {
      System.out.println(body.toPrettyString());
      return;
    }
    System.out.printf("%-29s  %-18s  %-20s  %s%n", "OPERATION", "STATE", "TOOL", "DETAIL");
    for (var operation : body.path("operations")) {
      System.out.printf(
          "%-29s  %-18s  %-20s  %s%n",
          operation.path("id").asString(),
          operation.path("state").asString(),
          operation.path("tool").asString(),
          operation.path("detail").asString());
    }
  }
}
