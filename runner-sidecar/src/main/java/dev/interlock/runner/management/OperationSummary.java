package dev.interlock.runner.management;

import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Proposed;
import dev.interlock.runner.operation.Operation.Reconciliation.AskPerson;
import dev.interlock.runner.operation.Operation.Reconciliation.LookUp;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Operation.Reported;
import dev.interlock.runner.operation.Operation.Validated;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolOutcome;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One operation in a list for people: what it is, where it stands, and what it waits for.
final class OperationSummary {
  private OperationSummary() {}

  static ObjectNode of(Snapshot snapshot) {
    var call = snapshot.state().basis().proposal().call();
    return JsonNodeFactory.instance
        .objectNode()
        .put("id", snapshot.id().value())
        .put("state", snapshot.state().stateName())
        .put("tool", call.tool())
        .put("run_id", call.runId().value())
        .put("call_id", call.callId().value())
        .put("proposed_at", snapshot.state().basis().proposal().at().toString())
        .put("detail", detail(snapshot.state()));
  }

  private static String detail(Operation state) {
    return switch (state) {
      case Proposed _ -> "";
      case Validated _ -> "waits for its turn";
      case AwaitingApproval awaiting when awaiting.isApproved() ->
          awaiting.request().summary() + " (approved, about to begin)";
      case AwaitingApproval awaiting ->
          "%s (%d of %d approved, until %s)"
              .formatted(
                  awaiting.request().summary(),
                  awaiting.decisions().size(),
                  awaiting.request().required(),
                  awaiting.request().expiresAt().truncatedTo(ChronoUnit.SECONDS));
      case Executing executing -> "attempt " + executing.attempt();
      case OutcomeUnknown unknown ->
          switch (unknown.next()) {
            case LookUp(var at) -> "looks up at " + at.truncatedTo(ChronoUnit.SECONDS);
            case AskPerson(var reason) -> "a person has to resolve it: " + reason;
          };
      case Recorded recorded -> outcome(recorded.outcome());
      case Reported reported -> outcome(reported.recorded().outcome());
    };
  }

  private static String outcome(ToolOutcome.Final outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded _ -> "succeeded";
      case ToolOutcome.Rejected(var code, var reason) ->
          "rejected %s: %s".formatted(code.wireName(), reason);
      case ToolOutcome.FailedPermanent(var code, var reason) ->
          "failed_permanent %s: %s".formatted(code.wireName(), reason);
      case ToolOutcome.BudgetExhausted(var code, var reason) ->
          "budget_exhausted %s: %s".formatted(code.wireName(), reason);
    };
  }
}
