package dev.interlock.runner.command;

import dev.interlock.runner.json.ParseResult;
import dev.interlock.runner.json.StrictJson;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/// `runner resolve OP --outcome ...`
@Command(
    name = "resolve",
    description = "Ends an unknown outcome with what you found out about the effect.")
public final class ResolveCommand extends DecidingVerb {
  enum Outcome {
    Succeeded,
    NotExecuted,
    Failed
  }

  @Option(
      names = "--outcome",
      required = true,
      description =
          "${COMPLETION-CANDIDATES}. NotExecuted lets the runner try again if attempts are left:"
              + " be certain.")
  private Outcome outcome = Outcome.Failed;

  @Option(names = "--result", paramLabel = "JSON", description = "The result, with Succeeded.")
  private @Nullable String result;

  @Override
  void run(ManagementClient runner) {
    ObjectNode body = decision().put("outcome", outcome.name());
    if (result != null) {
      switch (StrictJson.parse(result)) {
        case ParseResult.Parsed parsed -> body.set("result", parsed.value());
        case ParseResult.Malformed malformed ->
            throw new CommandException(2, "--result is not JSON: " + malformed.describe());
      }
    }
    decide(runner, "resolve", body);
  }
}
