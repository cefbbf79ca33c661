package dev.interlock.runner.api;

import static dev.interlock.runner.api.NextAction.CHECK_STATUS;
import static dev.interlock.runner.api.NextAction.CORRECT_ARGUMENTS;
import static dev.interlock.runner.api.NextAction.FINISH;
import static dev.interlock.runner.api.NextAction.REQUEST_HUMAN_REVIEW;
import static dev.interlock.runner.api.NextAction.USE_ANOTHER_TOOL;
import static dev.interlock.runner.api.NextAction.WAIT;

import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Proposed;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Operation.Reported;
import dev.interlock.runner.operation.Operation.Validated;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The words of an envelope for every state: status, code, one sentence, and what may be done next.
record EnvelopeText(
    String status, @Nullable ToolErrorCode code, String message, List<NextAction> actions) {

  static EnvelopeText of(Operation state) {
    return switch (state) {
      case Proposed _, Validated _ -> executing(null, "The operation waits for its turn.");
      case AwaitingApproval awaiting when awaiting.isApproved() ->
          executing(null, "The operation was approved and is about to begin.");
      case AwaitingApproval awaiting ->
          new EnvelopeText(
              "awaiting_approval",
              null,
              "A person has to approve this: " + awaiting.request().summary(),
              List.of(CHECK_STATUS, WAIT));
      case Executing executing when executing.cancelled() ->
          executing(
              ToolErrorCode.CANCELLED,
              "Cancellation was requested; what the attempt did is being found out.");
      case Executing _ -> executing(null, "The operation is being executed.");
      case OutcomeUnknown unknown ->
          new EnvelopeText(
              "outcome_unknown",
              unknown.code(),
              "The request was sent, but completion is not confirmed.",
              List.of(CHECK_STATUS, REQUEST_HUMAN_REVIEW));
      case Recorded recorded -> recorded(recorded.outcome());
      case Reported reported -> recorded(reported.recorded().outcome());
    };
  }

  private static EnvelopeText executing(@Nullable ToolErrorCode code, String message) {
    return new EnvelopeText("executing", code, message, List.of(CHECK_STATUS, WAIT));
  }

  private static EnvelopeText recorded(ToolOutcome.Final outcome) {
    return switch (outcome) {
      case ToolOutcome.Succeeded(_, _, var withheld) ->
          withheld == null
              ? new EnvelopeText("succeeded", null, "The operation succeeded.", List.of())
              : new EnvelopeText(
                  "succeeded",
                  withheld,
                  "The operation succeeded; its result is not what the policy declares and is"
                      + " withheld.",
                  List.of(REQUEST_HUMAN_REVIEW));
      case ToolOutcome.Rejected(var code, var reason) ->
          new EnvelopeText("rejected", code, reason, actions(code));
      case ToolOutcome.FailedPermanent(var code, var reason) ->
          new EnvelopeText("failed_permanent", code, reason, actions(code));
      case ToolOutcome.BudgetExhausted(var code, var reason) ->
          new EnvelopeText("budget_exhausted", code, reason, actions(code));
    };
  }

  /// What may be done after a refusal or a failure.
  static List<NextAction> actions(ToolErrorCode code) {
    return switch (code) {
      case INVALID_ARGUMENTS, CALL_CONFLICT -> List.of(CORRECT_ARGUMENTS);
      case FORBIDDEN, TOOL_NOT_ALLOWED, PERMANENT_FAILURE, INVALID_RESULT, UPSTREAM_UNAVAILABLE ->
          List.of(USE_ANOTHER_TOOL, REQUEST_HUMAN_REVIEW);
      case APPROVAL_REJECTED, APPROVAL_EXPIRED -> List.of(REQUEST_HUMAN_REVIEW);
      case IDENTITY_CONFLICT, TIMEOUT_UNKNOWN -> List.of(CHECK_STATUS, REQUEST_HUMAN_REVIEW);
      case RATE_LIMITED, JOURNAL_UNAVAILABLE, JOURNAL_NOT_DURABLE -> List.of(WAIT);
      case CANCELLED, TURN_BUDGET, TOOL_CALL_BUDGET, TIME_BUDGET, SPEND_BUDGET -> List.of(FINISH);
    };
  }
}
