package dev.interlock.runner.api;

import dev.interlock.runner.execution.Answer;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Operation.Reported;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the agent gets back for a call, whatever became of it: closed sets of statuses and codes,
/// no stack traces, no cheerful prose over uncertainty, and only what the policy shows of a result.
///
/// @param status succeeded, rejected, failed_permanent, budget_exhausted, outcome_unknown,
///   awaiting_approval or executing
/// @param code why, from `ToolErrorCode`; absent when it succeeded or is still going well
/// @param operation the operation; absent when none was made
/// @param replayed whether the call met an operation that existed already
/// @param attempts how many attempts were made so far
/// @param result what the model may see, as JSON; absent when there is nothing to show
/// @param retryAfter how long to wait before the same call may be let through; zero for none
/// @param approvalExpiresAt until when people may answer; absent unless they are asked
/// @param truncated whether `result` was cut at the policy's limit
public record ResultEnvelope(
    String status,
    @Nullable ToolErrorCode code,
    @Nullable OperationId operation,
    CallId callId,
    RunId runId,
    boolean replayed,
    int attempts,
    @Nullable String result,
    String message,
    List<NextAction> allowedNextActions,
    Duration retryAfter,
    @Nullable Instant approvalExpiresAt,
    boolean truncated) {

  /// Whether the operation is still going: another answer will follow.
  public boolean isOpen() {
    return status.equals("executing");
  }

  /// The envelope of an operation.
  public static ResultEnvelope of(Answer.Known known) {
    var state = known.snapshot().state();
    var text = EnvelopeText.of(state);
    return new ResultEnvelope(
        text.status(),
        text.code(),
        known.snapshot().id(),
        known.callId(),
        state.basis().proposal().call().runId(),
        known.replayed(),
        attempts(state),
        shown(state),
        text.message(),
        text.actions(),
        Duration.ZERO,
        state instanceof AwaitingApproval awaiting ? awaiting.request().expiresAt() : null,
        succeeded(state) instanceof ToolOutcome.Succeeded(_, var cut, _) && cut);
  }

  /// The envelope of a call that left nothing behind.
  public static ResultEnvelope of(Answer.Refused refused) {
    return new ResultEnvelope(
        "rejected",
        refused.code(),
        null,
        refused.callId(),
        refused.run(),
        false,
        0,
        null,
        refused.message(),
        EnvelopeText.actions(refused.code()),
        refused.retryAfter(),
        null,
        false);
  }

  /// The envelope of a call to a tool that is not offered, for doors that answer every call.
  public static ResultEnvelope ofUnknownTool(Answer.NoSuchTool unknown, RunId run, CallId call) {
    return refusal(
        ToolErrorCode.TOOL_NOT_ALLOWED,
        "no tool %s is offered".formatted(unknown.tool()),
        run,
        call);
  }

  /// The envelope of a call whose id is known with other arguments.
  public static ResultEnvelope ofConflict(Answer.CallConflict conflict, RunId run) {
    return refusal(
        ToolErrorCode.CALL_CONFLICT,
        "this call id was used with other arguments by " + conflict.existing(),
        run,
        conflict.callId());
  }

  private static ResultEnvelope refusal(
      ToolErrorCode code, String message, RunId run, CallId call) {
    return of(new Answer.Refused(code, message, Duration.ZERO, run, call));
  }

  static int attempts(Operation state) {
    return switch (state) {
      case Operation.Proposed _, Operation.Validated _, AwaitingApproval _ -> 0;
      case Executing executing -> executing.attempt();
      case OutcomeUnknown unknown -> unknown.attempts();
      case Recorded recorded -> recorded.attempts();
      case Reported reported -> reported.recorded().attempts();
    };
  }

  private static @Nullable String shown(Operation state) {
    return succeeded(state) instanceof ToolOutcome.Succeeded(var shown, _, _) ? shown : null;
  }

  private static ToolOutcome.@Nullable Succeeded succeeded(Operation state) {
    return switch (state) {
      case Recorded(_, ToolOutcome.Succeeded outcome, _, _, _) -> outcome;
      case Reported(Recorded(_, ToolOutcome.Succeeded outcome, _, _, _), _) -> outcome;
      default -> null;
    };
  }
}
