package dev.interlock.runner.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `runner trace OP`
@Command(name = "trace", description = "Shows everything that happened to one operation.")
public final class TraceCommand extends Verb {
  @Parameters(paramLabel = "OP", description = "The operation's id, op-...")
  private String operation = "";

  @Override
  void run(ManagementClient runner) {
    var trace = runner.get(operation, "trace");
    if (address.wantsJson()) {
      System.out.println(trace.toPrettyString());
      return;
    }
    System.out.printf(
        "%s  %s  tool=%s run=%s call=%s%n",
        trace.path("logical_operation_id").asString(),
        trace.path("state").asString(),
        trace.path("tool").asString(),
        trace.path("run_id").asString(),
        trace.path("call_id").asString());
    for (var event : trace.path("events")) {
      var text = new StringBuilder();
      event
          .properties()
          .forEach(entry -> {
            switch (entry.getKey()) {
              case "sequence", "stored_at", "state", "event", "at" -> {}
              default ->
                  text.append(' ')
                      .append(entry.getKey())
                      .append('=')
                      .append(entry.getValue().asString());
            }
          });
      System.out.printf(
          "%3d  %s  %-24s -> %-17s%s%n",
          event.path("sequence").asInt(),
          event.path("stored_at").asString(),
          event.path("event").asString(),
          event.path("state").asString(),
          text);
    }
  }
}
