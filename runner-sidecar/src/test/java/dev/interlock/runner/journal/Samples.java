package dev.interlock.runner.journal;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.Approval;
import dev.interlock.runner.operation.Basis;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Basis.Proposal;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.ExecutionLimits;
import dev.interlock.runner.operation.IdempotencyKey;
import dev.interlock.runner.operation.InputHash;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Upstream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// One value of every state, event and outcome, with odd content where content is free.
public final class Samples {
  public static final Instant AT = Instant.parse("2026-12-01T10:00:00.123456789Z");
  public static final OperationId ID = new OperationId("op-01jqx7z3k4m5n6p7q8r9s0t1v2");
  public static final RunId RUN = new RunId("run \"7\" é𝄞\n");
  public static final InputHash HASH = new InputHash("jcsx1:sha256:" + "0a".repeat(32));
  public static final IdempotencyKey KEY = new IdempotencyKey("0f".repeat(16));
  public static final Ownership OWNER = new Ownership(new InstanceId("i-1"), 3);
  public static final Upstream UPSTREAM =
      new Upstream(502, "headers received, body cut", "ab".repeat(32));

  private Samples() {}

  public static Proposal proposal(OperationId id) {
    return new Proposal(
        id,
        new Call(
            new CallId("call_\u0000\uFFFF"),
            "payments.charge",
            "{ \"amount\": 1e400, \"x\": \"\\u0000\" }",
            RUN,
            2,
            new Agent("shop", "pod-0", "", Map.of("team", "a", "app", "b", "z", "c")),
            "4bf92f3577b34da6a3ce929d0e0e4736",
            new EndUser("user-1", "{\"groups\":[\"x\"]}")),
        AT);
  }

  public static Intent intent(OperationId id) {
    return new Intent(
        proposal(id),
        "{\"amount\":1000}",
        HASH,
        new PolicyRef("charge", 4, "sha256:" + "1".repeat(64)),
        Risk.IRREVERSIBLE_WRITE,
        "allow if amount < 10",
        new ExecutionLimits(Instant.MAX, 3, 2),
        "account/7",
        null,
        Long.MAX_VALUE);
  }

  public static Intent plainIntent() {
    var call =
        new Call(
            new CallId("c"),
            "t",
            "{}",
            new RunId("r"),
            0,
            new Agent("default", "host", "", Map.of()),
            "",
            null);
    return new Intent(
        new Proposal(ID, call, Instant.EPOCH),
        "{}",
        HASH,
        new PolicyRef("p", 0, ""),
        Risk.READ,
        "",
        new ExecutionLimits(Instant.EPOCH, 1, 0),
        null,
        "order-1",
        0);
  }

  private static final Basis.Intent INTENT = intent(ID);

  private static Approval.Request request() {
    return new Approval.Request(
        "charge 10.00 €", HASH, "p1", 2, List.of("ann"), List.of(), AT.plusSeconds(60));
  }

  private static Approval.Decision decision(boolean granted) {
    return new Approval.Decision(
        "ann", List.of("ops"), granted, granted ? null : "no", HASH, "p1", "local", AT);
  }

  public static List<ToolOutcome.Final> outcomes() {
    return List.of(
        new ToolOutcome.Succeeded("{\"ok\":true}", true, null),
        new ToolOutcome.Succeeded(null, false, ToolErrorCode.INVALID_RESULT),
        new ToolOutcome.Rejected(ToolErrorCode.FORBIDDEN, "no"),
        new ToolOutcome.FailedPermanent(ToolErrorCode.PERMANENT_FAILURE, "422"),
        new ToolOutcome.BudgetExhausted(ToolErrorCode.SPEND_BUDGET, "0 left"));
  }

  private static Operation.Recorded recorded(ToolOutcome.Final outcome) {
    return new Operation.Recorded(INTENT, outcome, UPSTREAM, 2, AT);
  }

  public static List<Operation.Phase> phases() {
    return List.of(
        new Operation.Phase.InFlight(OWNER, AT, 30_000),
        new Operation.Phase.BackingOff(AT, ToolErrorCode.RATE_LIMITED));
  }

  public static List<Operation.Reconciliation> reconciliations() {
    return List.of(
        new Operation.Reconciliation.LookUp(AT), new Operation.Reconciliation.AskPerson("lost"));
  }

  public static List<Operation> states() {
    return Stream.of(
            Stream.of(
                new Operation.Proposed(INTENT.proposal()),
                new Operation.Validated(INTENT),
                new Operation.Validated(plainIntent()),
                new Operation.AwaitingApproval(INTENT, request(), List.of()),
                new Operation.AwaitingApproval(
                    INTENT, request(), List.of(decision(true), decision(false))),
                new Operation.Recorded(
                    INTENT.proposal(), outcomes().getLast(), Upstream.NONE, 0, AT),
                new Operation.Reported(recorded(outcomes().getFirst()), true)),
            phases().stream()
                .map(phase -> new Operation.Executing(INTENT, KEY, 2, AT, phase, true, false)),
            reconciliations().stream()
                .map(next ->
                    new Operation.OutcomeUnknown(
                        INTENT,
                        KEY,
                        1,
                        AT,
                        ToolErrorCode.TIMEOUT_UNKNOWN,
                        AT,
                        next instanceof Operation.Reconciliation.LookUp ? "task-1" : null,
                        4,
                        next,
                        true)),
            outcomes().stream().map(Samples::recorded))
        .<Operation>flatMap(states -> states)
        .toList();
  }

  public static List<OperationEvent> events() {
    return List.of(
        new OperationEvent.CallProposed(INTENT.proposal()),
        new OperationEvent.CallProposed(plainIntent().proposal()),
        new OperationEvent.InputFrozen(INTENT),
        new OperationEvent.InputFrozen(plainIntent()),
        new OperationEvent.CallAttached(new CallId("call_9"), AT),
        new OperationEvent.ApprovalRequested(request()),
        new OperationEvent.ApprovalDecided(decision(true)),
        new OperationEvent.AuthorizationRechecked(false, "rule", AT),
        new OperationEvent.AttemptStarted(KEY, 1, OWNER.released(), AT, 1),
        new OperationEvent.AttemptFailed(
            1, ToolErrorCode.UPSTREAM_UNAVAILABLE, true, UPSTREAM, AT, AT.plusNanos(1)),
        new OperationEvent.HandleReceived("task-1", AT),
        new OperationEvent.OutcomeLost(
            ToolErrorCode.TIMEOUT_UNKNOWN, UPSTREAM, AT, null, reconciliations().getFirst()),
        new OperationEvent.LookUpInconclusive("404", AT, reconciliations().getLast()),
        new OperationEvent.OutcomeReconciled(OperationEvent.Found.NOT_EXECUTED, "look_up", AT),
        new OperationEvent.OutcomeRecorded(outcomes().getFirst(), UPSTREAM, "{}\u2028", AT),
        new OperationEvent.CancelRequested("agent", AT),
        new OperationEvent.EvidenceRecorded(2, true, Upstream.NONE, null, AT),
        new OperationEvent.OwnershipTaken(OWNER.takenBy(new InstanceId("i-2")), "lease", AT),
        new OperationEvent.Parked("5 times", AT),
        new OperationEvent.ResultReported(new CallId("c"), "{}", false, AT));
  }

  /// A duration of each size that is written differently.
  public static List<Duration> durations() {
    return List.of(
        Duration.ZERO,
        Duration.ofNanos(1),
        Duration.ofDays(30),
        Duration.ofSeconds(Long.MAX_VALUE));
  }
}
