package dev.interlock.runner.command;

import picocli.CommandLine.Command;

/// `runner approve OP`
@Command(name = "approve", description = "Says yes to an operation that awaits approval.")
public final class ApproveCommand extends DecidingVerb {
  @Override
  void run(ManagementClient runner) {
    decide(runner, "approve", decision());
  }
}
