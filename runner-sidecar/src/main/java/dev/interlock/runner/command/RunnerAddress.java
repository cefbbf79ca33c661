package dev.interlock.runner.command;

import picocli.CommandLine.Option;

/// How a verb finds its runner: by the options that the runner was started with.
final class RunnerAddress {
  @Option(
      names = "--journal",
      paramLabel = "URL",
      defaultValue = "file:.interlock/journal",
      description = "The runner's journal. Default: ${DEFAULT-VALUE}")
  String journal = "";

  @Option(
      names = "--management",
      paramLabel = "HOST:PORT",
      defaultValue = "127.0.0.1:8687",
      description = "The runner's management port. Default: ${DEFAULT-VALUE}")
  String management = "";

  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text or json. Default: ${DEFAULT-VALUE}")
  String output = "";

  /// @throws CommandException when a value cannot be used
  void check() {
    if (!output.equals("text") && !output.equals("json")) {
      throw new CommandException(2, "--output: must be text or json, got " + output);
    }
  }

  boolean wantsJson() {
    return output.equals("json");
  }
}
