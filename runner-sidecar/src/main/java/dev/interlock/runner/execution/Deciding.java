package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.ExecutionLimits;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.policy.Approvals;
import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.InputCheck;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.UndecidableException;
import dev.interlock.runner.policy.Verdict;
import java.time.Duration;
import java.time.Instant;

/// Asks the policy everything that has to be decided before a call becomes an operation: parse,
/// validate, freeze, hash, authorize, approval. Nothing is sent and nothing is journaled here.
final class Deciding {
  private final Ports ports;
  private final FactsOf facts;

  Deciding(Ports ports) {
    this.ports = ports;
    this.facts = new FactsOf(ports);
  }

  /// The decision about the call as the rules are now.
  ///
  /// @param budget the run's tightest budget
  Decision decide(ToolContract contract, Call call, Run run, RunBudget budget) {
    var now = ports.journal().now();
    var runEnds = endOf(run, budget);
    if (now.isAfter(runEnds)) {
      return new Decision.Exhaust(ToolErrorCode.TIME_BUDGET, "the run's time is used up");
    }
    if (call.turn() > budget.maxTurns()) {
      return new Decision.Exhaust(
          ToolErrorCode.TURN_BUDGET,
          "turn %d is over the run's limit of %d".formatted(call.turn(), budget.maxTurns()));
    }
    return switch (contract.check(call.rawArguments())) {
      case InputCheck.Refused(var message) ->
          new Decision.Refuse(ToolErrorCode.INVALID_ARGUMENTS, message);
      case InputCheck.Accepted accepted -> judge(contract, call, accepted, now, runEnds);
    };
  }

  private Decision judge(
      ToolContract contract,
      Call call,
      InputCheck.Accepted accepted,
      Instant now,
      Instant runEnds) {
    var known = facts.of(call, accepted.input());
    var approval = contract.approvalFor(known);
    try {
      return switch (contract.authorize(known)) {
        case Verdict.Denied(var rule, var message) ->
            new Decision.Deny(
                freeze(
                    contract, known, accepted, "denied by " + rule, now.plus(Duration.ofDays(1))),
                message);
        case Verdict.Allowed(var rule) ->
            switch (approval) {
              case Approvals.NotNeeded _ ->
                  new Decision.Execute(
                      contract,
                      freeze(contract, known, accepted, rule, deadline(contract, now, runEnds)));
              case Approvals.Needed needed ->
                  new Decision.Ask(
                      contract,
                      freeze(
                          contract,
                          known,
                          accepted,
                          rule,
                          deadline(contract, now.plus(needed.expiresAfter()), runEnds)),
                      needed);
            };
      };
    } catch (UndecidableException e) {
      return new Decision.Refuse(ToolErrorCode.FORBIDDEN, "undecidable: " + e.getMessage());
    }
  }

  private static Decision.Frozen freeze(
      ToolContract contract,
      Facts known,
      InputCheck.Accepted accepted,
      String authorization,
      Instant deadline) {
    return new Decision.Frozen(
        accepted.canonical(),
        accepted.hash(),
        contract.ref(),
        contract.risk(),
        authorization,
        new ExecutionLimits(
            deadline, contract.retry().maxAttempts(), contract.concurrency().maxInFlight()),
        contract.resource(known),
        contract.businessKey(known),
        contract.costPerCallMicros());
  }

  private static Instant deadline(ToolContract contract, Instant from, Instant runEnds) {
    var own = from.plus(contract.timeouts().operation());
    return own.isBefore(runEnds) ? own : runEnds;
  }

  private static Instant endOf(Run run, RunBudget budget) {
    var max = budget.maxDuration();
    return max == null ? Instant.MAX : run.openedAt().plus(max);
  }
}
