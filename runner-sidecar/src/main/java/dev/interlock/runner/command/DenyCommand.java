package dev.interlock.runner.command;

import picocli.CommandLine.Command;

/// `runner deny OP`
@Command(name = "deny", description = "Says no to an operation that awaits approval.")
public final class DenyCommand extends DecidingVerb {
  @Override
  void run(ManagementClient runner) {
    decide(runner, "deny", decision());
  }
}
