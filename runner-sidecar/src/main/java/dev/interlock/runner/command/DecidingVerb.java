package dev.interlock.runner.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A verb by which a person decides about one operation.
abstract class DecidingVerb extends Verb {
  @Parameters(paramLabel = "OP", description = "The operation's id, op-...")
  private String operation = "";

  @Option(
      names = "--as",
      paramLabel = "NAME",
      description =
          "Who decides; recorded as local evidence. Default: you, as the system knows you.")
  private String as = System.getProperty("user.name");

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; recorded.")
  private @Nullable String reason;

  /// The body that every decision has.
  final ObjectNode decision() {
    var body = JsonNodeFactory.instance.objectNode().put("as", as);
    if (reason != null) {
      body.put("reason", reason);
    }
    return body;
  }

  final void decide(ManagementClient runner, String verb, ObjectNode body) {
    var answer = runner.post(operation, verb, body);
    if (address.wantsJson()) {
      System.out.println(answer.toPrettyString());
    } else {
      System.out.printf(
          "recorded; %s is %s: %s%n",
          answer.path("id").asString(),
          answer.path("state").asString(),
          answer.path("detail").asString());
    }
  }
}
