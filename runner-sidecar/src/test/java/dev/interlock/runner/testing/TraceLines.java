package dev.interlock.runner.testing;

import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.ApprovalDecided;
import dev.interlock.runner.operation.OperationEvent.ApprovalRequested;
import dev.interlock.runner.operation.OperationEvent.AttemptFailed;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.AuthorizationRechecked;
import dev.interlock.runner.operation.OperationEvent.CallAttached;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.CancelRequested;
import dev.interlock.runner.operation.OperationEvent.EvidenceRecorded;
import dev.interlock.runner.operation.OperationEvent.HandleReceived;
import dev.interlock.runner.operation.OperationEvent.InputFrozen;
import dev.interlock.runner.operation.OperationEvent.LookUpInconclusive;
import dev.interlock.runner.operation.OperationEvent.OutcomeLost;
import dev.interlock.runner.operation.OperationEvent.OutcomeReconciled;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.OperationEvent.OwnershipTaken;
import dev.interlock.runner.operation.OperationEvent.Parked;
import dev.interlock.runner.operation.OperationEvent.ResultReported;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A history as a reader sees it: one line an event, keys numbered in order of appearance.
public final class TraceLines {
  private final List<String> keys = new ArrayList<>();

  private TraceLines() {}

  public static String of(List<JournaledEvent> history) {
    var lines = new TraceLines();
    var text = new StringBuilder();
    history.forEach(entry -> text.append(lines.line(entry.event())).append('\n'));
    return text.toString();
  }

  private String line(OperationEvent event) {
    return switch (event) {
      case CallProposed _ -> "proposed";
      case InputFrozen _ -> "validated";
      case CallAttached(var call, _) -> "call_attached " + call;
      case ApprovalRequested(var request) -> "awaiting_approval " + request.summary();
      case ApprovalDecided(var decision) ->
          (decision.granted() ? "approved by " : "denied by ") + decision.approver();
      case AuthorizationRechecked(var allowed, _, _) ->
          "authorization_rechecked " + (allowed ? "allowed" : "denied");
      case AttemptStarted started ->
          "executing attempt=%d key=%s".formatted(started.attempt(), key(started));
      case AttemptFailed failed ->
          "failed_retryable attempt=%d %s%s"
              .formatted(failed.attempt(), failed.code().wireName(), status(failed.upstream()));
      case HandleReceived(var handle, _) -> "handle " + handle;
      case OutcomeLost lost ->
          "outcome_unknown " + lost.code().wireName() + status(lost.upstream());
      case LookUpInconclusive _ -> "look_up_inconclusive";
      case OutcomeReconciled(var found, var evidence, _) ->
          "outcome_reconciled found=%s by=%s"
              .formatted(found.name().toLowerCase(Locale.ROOT), evidence);
      case OutcomeRecorded recorded -> "recorded " + outcome(recorded.outcome());
      case CancelRequested(var by, _) -> "cancel_requested by=" + by;
      case EvidenceRecorded evidence ->
          "evidence attempt=%d late=%s%s"
              .formatted(evidence.attempt(), evidence.late(), status(evidence.upstream()));
      case OwnershipTaken(var ownership, _, _) -> "ownership_taken epoch=" + ownership.epoch();
      case Parked _ -> "parked";
      case ResultReported reported ->
          "reported %s%s".formatted(reported.callId(), reported.delivered() ? "" : " undelivered");
    };
  }

  private String key(AttemptStarted started) {
    var key = started.key().value();
    if (!keys.contains(key)) {
      keys.add(key);
    }
    return "K" + (keys.indexOf(key) + 1);
  }

  private static String status(Upstream upstream) {
    return upstream.status() == 0 ? "" : " status=" + upstream.status();
  }

  private static String outcome(ToolOutcome.Final outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded _ -> "succeeded";
      case ToolOutcome.Rejected(var code, _) -> "rejected " + code.wireName();
      case ToolOutcome.FailedPermanent(var code, _) -> "failed_permanent " + code.wireName();
      case ToolOutcome.BudgetExhausted(var code, _) -> "budget_exhausted " + code.wireName();
    };
  }
}
