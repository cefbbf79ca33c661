package dev.interlock.runner.operation;

import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Basis.Proposal;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Phase.BackingOff;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.Operation.Proposed;
import dev.interlock.runner.operation.Operation.Reconciliation.LookUp;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Operation.Reported;
import dev.interlock.runner.operation.Operation.Validated;
import dev.interlock.runner.operation.OperationEvent.Found;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One operation in every state, and one event of every kind that fits it somewhere.
public final class Samples {
  private Samples() {}

  public static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
  public static final OperationId ID = new OperationId("op-01jx0000000000000000000000");
  public static final IdempotencyKey KEY = new IdempotencyKey("00112233445566778899aabbccddeeff");
  public static final InputHash HASH = new InputHash("jcsx1:sha256:" + "a".repeat(64));
  public static final InstanceId ONE = new InstanceId("one");
  public static final Ownership OWNED = new Ownership(ONE, 1);

  public static Call call() {
    return new Call(
        new CallId("call_7"),
        "charge_card",
        "{\"amount\": 5}",
        new RunId("run-1"),
        1,
        new Agent("shop", "pod-1", "agent", Map.of("app", "support")),
        "0af7651916cd43dd8448eb211c80319c",
        null);
  }

  public static Proposal proposal() {
    return new Proposal(ID, call(), NOW);
  }

  public static Intent intent() {
    return intent(Risk.IRREVERSIBLE_WRITE);
  }

  public static Intent intent(Risk risk) {
    return new Intent(
        proposal(),
        "{\"amount\":5}",
        HASH,
        new PolicyRef("charge-card", 3, "policy-hash"),
        risk,
        "billing may charge",
        new ExecutionLimits(NOW.plusSeconds(120), 4, 8),
        "customer-9",
        "order-1",
        20_000);
  }

  public static Approval.Request request() {
    return new Approval.Request(
        "Charge 5", HASH, "policy-hash", 1, List.of("bob"), List.of(), NOW.plusSeconds(900));
  }

  public static Approval.Decision decision(String approver, boolean granted) {
    return new Approval.Decision(
        approver, List.of(), granted, "CHG-1", HASH, "policy-hash", "local", NOW);
  }

  public static Executing executing(Operation.Phase phase, boolean mayHaveEffect) {
    return new Executing(intent(), KEY, 1, NOW, phase, mayHaveEffect, false);
  }

  public static InFlight inFlight() {
    return new InFlight(OWNED, NOW, 5_000);
  }

  public static Recorded recorded() {
    return new Recorded(
        intent(),
        new ToolOutcome.Succeeded("{}", false, null),
        new Upstream(200, "ok", "h"),
        1,
        NOW);
  }

  /// Every state, by the name that docs/state-machine.md gives it.
  public static Map<String, Operation> states() {
    var states = new LinkedHashMap<String, Operation>();
    states.put("proposed", new Proposed(proposal()));
    states.put("validated", new Validated(intent()));
    states.put("awaiting_approval", new AwaitingApproval(intent(), request(), List.of()));
    states.put(
        "awaiting_approval (approved)",
        new AwaitingApproval(intent(), request(), List.of(decision("bob", true))));
    states.put("executing (in flight)", executing(inFlight(), false));
    states.put(
        "executing (backing off)",
        executing(new BackingOff(NOW, ToolErrorCode.UPSTREAM_UNAVAILABLE), false));
    states.put(
        "executing (may have effect)",
        executing(new BackingOff(NOW, ToolErrorCode.TIMEOUT_UNKNOWN), true));
    states.put(
        "outcome_unknown",
        new OutcomeUnknown(
            intent(),
            KEY,
            1,
            NOW,
            ToolErrorCode.TIMEOUT_UNKNOWN,
            NOW,
            null,
            0,
            new LookUp(NOW),
            false));
    states.put("recorded", recorded());
    states.put("reported", new Reported(recorded(), true));
    return states;
  }

  /// Every event, by its name in the table.
  public static Map<String, OperationEvent> events() {
    var events = new LinkedHashMap<String, OperationEvent>();
    events.put("InputFrozen", new OperationEvent.InputFrozen(intent()));
    events.put("ApprovalRequested", new OperationEvent.ApprovalRequested(request()));
    events.put("ApprovalDecided", new OperationEvent.ApprovalDecided(decision("carol", true)));
    events.put("AttemptStarted 1", new OperationEvent.AttemptStarted(KEY, 1, OWNED, NOW, 5_000));
    events.put("AttemptStarted 2", new OperationEvent.AttemptStarted(KEY, 2, OWNED, NOW, 5_000));
    events.put(
        "AttemptFailed",
        new OperationEvent.AttemptFailed(
            1, ToolErrorCode.UPSTREAM_UNAVAILABLE, false, Upstream.NONE, NOW, NOW));
    events.put(
        "OutcomeLost",
        new OperationEvent.OutcomeLost(
            ToolErrorCode.TIMEOUT_UNKNOWN, Upstream.NONE, NOW, null, new LookUp(NOW)));
    events.put("HandleReceived", new OperationEvent.HandleReceived("https://u/1", NOW));
    events.put(
        "LookUpInconclusive", new OperationEvent.LookUpInconclusive("no", NOW, new LookUp(NOW)));
    for (var found : Found.values()) {
      events.put(
          "OutcomeReconciled " + found,
          new OperationEvent.OutcomeReconciled(found, "look_up", NOW));
    }
    events.put(
        "OutcomeRecorded succeeded",
        new OperationEvent.OutcomeRecorded(
            new ToolOutcome.Succeeded("{}", false, null), Upstream.NONE, null, NOW));
    events.put(
        "OutcomeRecorded rejected",
        new OperationEvent.OutcomeRecorded(
            new ToolOutcome.Rejected(ToolErrorCode.FORBIDDEN, "no"), Upstream.NONE, null, NOW));
    events.put(
        "OutcomeRecorded failed_permanent",
        new OperationEvent.OutcomeRecorded(
            new ToolOutcome.FailedPermanent(ToolErrorCode.PERMANENT_FAILURE, "no"),
            Upstream.NONE,
            null,
            NOW));
    events.put(
        "OutcomeRecorded budget_exhausted",
        new OperationEvent.OutcomeRecorded(
            new ToolOutcome.BudgetExhausted(ToolErrorCode.TIME_BUDGET, "no"),
            Upstream.NONE,
            null,
            NOW));
    events.put("CancelRequested", new OperationEvent.CancelRequested("agent", NOW));
    events.put("Parked", new OperationEvent.Parked("failed 5 times", NOW));
    events.put(
        "ResultReported", new OperationEvent.ResultReported(new CallId("call_7"), "{}", true, NOW));
    events.put("CallAttached", new OperationEvent.CallAttached(new CallId("call_8"), NOW));
    events.put(
        "AuthorizationRechecked", new OperationEvent.AuthorizationRechecked(true, "billing", NOW));
    events.put(
        "EvidenceRecorded", new OperationEvent.EvidenceRecorded(1, true, Upstream.NONE, null, NOW));
    events.put(
        "OwnershipTaken", new OperationEvent.OwnershipTaken(OWNED.takenBy(ONE), "lapsed", NOW));
    return events;
  }
}
