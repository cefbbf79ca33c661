package dev.interlock.runner.api;

import dev.interlock.runner.operation.Operation.Reconciliation;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// One event of a trace as JSON: what happened and the facts that belong to it, without payloads.
final class TraceEvent {
  private TraceEvent() {}

  static void write(OperationEvent event, ObjectNode line) {
    switch (event) {
      case CallProposed(var proposal) -> at(line, "call_proposed", proposal.at());
      case InputFrozen(var intent) ->
          line.put("event", "input_frozen")
              .put("input_hash", intent.inputHash().value())
              .put("authorization", intent.authorization());
      case CallAttached(var call, var at) ->
          at(line, "call_attached", at).put("call_id", call.value());
      case ApprovalRequested(var request) ->
          line.put("event", "approval_requested")
              .put("summary", request.summary())
              .put("required", request.required())
              .put("expires_at", request.expiresAt().toString());
      case ApprovalDecided(var decision) ->
          at(line, "approval_decided", decision.at())
              .put("approver", decision.approver())
              .put("granted", decision.granted())
              .put("reason", decision.reason())
              .put("evidence", decision.evidence());
      case AuthorizationRechecked(var allowed, var rule, var at) ->
          at(line, "authorization_rechecked", at).put("allowed", allowed).put("rule", rule);
      case AttemptStarted started ->
          at(line, "attempt_started", started.at())
              .put("attempt", started.attempt())
              .put("owner", String.valueOf(started.by().owner()))
              .put("epoch", started.by().epoch())
              .put("timeout_ms", started.timeoutMillis());
      case AttemptFailed failed ->
          upstream(at(line, "attempt_failed", failed.at()), failed.upstream())
              .put("attempt", failed.attempt())
              .put("code", failed.code().wireName())
              .put("may_have_effect", failed.mayHaveEffect())
              .put("next_attempt_at", failed.nextAt().toString())
              .put("backoff_ms", Duration.between(failed.at(), failed.nextAt()).toMillis());
      case HandleReceived(var handle, var at) ->
          at(line, "handle_received", at).put("handle", handle);
      case OutcomeLost lost ->
          next(
              upstream(at(line, "outcome_lost", lost.at()), lost.upstream())
                  .put("code", lost.code().wireName()),
              lost.next());
      case LookUpInconclusive(var detail, var at, var next) ->
          next(at(line, "look_up_inconclusive", at).put("detail", detail), next);
      case OutcomeReconciled(var found, var evidence, var at) ->
          at(line, "outcome_reconciled", at)
              .put("found", found.name().toLowerCase(Locale.ROOT))
              .put("evidence", evidence);
      case OutcomeRecorded recorded -> recorded(line, recorded);
      case CancelRequested(var by, var at) -> at(line, "cancel_requested", at).put("by", by);
      case EvidenceRecorded evidence ->
          upstream(at(line, "evidence_recorded", evidence.at()), evidence.upstream())
              .put("attempt", evidence.attempt())
              .put("late", evidence.late());
      case OwnershipTaken(var ownership, var reason, var at) ->
          at(line, "ownership_taken", at)
              .put("owner", String.valueOf(ownership.owner()))
              .put("epoch", ownership.epoch())
              .put("reason", reason);
      case Parked(var reason, var at) -> at(line, "parked", at).put("reason", reason);
      case ResultReported reported ->
          at(line, "result_reported", reported.at())
              .put("call_id", reported.callId().value())
              .put("delivered", reported.delivered());
    }
  }

  private static ObjectNode at(ObjectNode line, String event, Instant at) {
    return line.put("event", event).put("at", at.toString());
  }

  private static ObjectNode upstream(ObjectNode line, Upstream upstream) {
    if (upstream.status() > 0) {
      line.put("upstream_status", upstream.status());
    }
    return line.put("upstream", upstream.detail());
  }

  private static void next(ObjectNode line, Reconciliation next) {
    switch (next) {
      case Reconciliation.LookUp(var at) -> line.put("look_up_at", at.toString());
      case Reconciliation.AskPerson(var reason) -> line.put("asks_person", reason);
    }
  }

  private static void recorded(ObjectNode line, OutcomeRecorded recorded) {
    upstream(at(line, "outcome_recorded", recorded.at()), recorded.upstream());
    if (recorded.upstream().resultHash() != null) {
      line.put("result_hash", recorded.upstream().resultHash());
    }
    switch (recorded.outcome()) {
      case ToolOutcome.Succeeded(var shown, _, var withheld) ->
          line.put("outcome", "succeeded")
              .put("code", withheld == null ? null : withheld.wireName())
              .put("result_summary", summary(shown));
      case ToolOutcome.Rejected(var code, var reason) ->
          line.put("outcome", "rejected").put("code", code.wireName()).put("reason", reason);
      case ToolOutcome.FailedPermanent(var code, var reason) ->
          line.put("outcome", "failed_permanent")
              .put("code", code.wireName())
              .put("reason", reason);
      case ToolOutcome.BudgetExhausted(var code, var reason) ->
          line.put("outcome", "budget_exhausted")
              .put("code", code.wireName())
              .put("reason", reason);
    }
  }

  /// What the policy shows the model, cut: redacted by the same rules.
  private static @Nullable String summary(@Nullable String shown) {
    return shown == null || shown.length() <= 200 ? shown : shown.substring(0, 200) + "…";
  }
}
