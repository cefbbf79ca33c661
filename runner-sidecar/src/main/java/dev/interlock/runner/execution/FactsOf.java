package dev.interlock.runner.execution;

import dev.interlock.runner.json.ParseResult;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.RunCounters;
import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.RunFacts;
import java.util.List;
import tools.jackson.databind.JsonNode;

/// What a policy's expressions may look at.
final class FactsOf {
  private final Ports ports;

  FactsOf(Ports ports) {
    this.ports = ports;
  }

  /// The facts of a call whose input was just parsed.
  Facts of(Call call, JsonNode input) {
    var calls = RunCounters.toolCalls(call.runId());
    var spend = RunCounters.spend(call.runId());
    var counters = ports.journal().counters(List.of(calls, spend));
    return new Facts(
        input,
        call.user(),
        call.agent(),
        new RunFacts(
            call.runId().value(),
            call.turn(),
            counters.getOrDefault(calls, 0L),
            counters.getOrDefault(spend, 0L)));
  }

  private static JsonNode frozen(Intent intent) {
    return switch (StrictJson.parse(intent.frozenInput())) {
      case ParseResult.Parsed parsed -> parsed.value();
      case ParseResult.Malformed malformed ->
          throw new IllegalStateException(
              "%s: frozen input is damaged: %s"
                  .formatted(intent.proposal().id(), malformed.message()));
    };
  }

  /// The facts of an operation, from its frozen input.
  Facts of(Intent intent) {
    return of(intent.proposal().call(), frozen(intent));
  }
}
