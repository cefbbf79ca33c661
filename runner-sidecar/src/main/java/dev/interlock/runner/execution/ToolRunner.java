package dev.interlock.runner.execution;

import dev.interlock.runner.execution.Existing.Match;
import dev.interlock.runner.execution.Submission.Submitted;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.policy.ToolContract;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The way in for every call. Blocking: called from virtual threads, any number at once.
///
/// A call is decided by its policy, becomes an operation in one commit, and is executed by the loop
/// in `Executions`; this class only waits for it.
public final class ToolRunner {
  private final Ports ports;
  private final Runs runs;
  private final Deciding deciding;
  private final Submission submission;
  private final Existing existing;
  private final Following following;

  ToolRunner(
      Ports ports,
      Runs runs,
      Deciding deciding,
      Submission submission,
      Existing existing,
      Following following) {
    this.ports = ports;
    this.runs = runs;
    this.deciding = deciding;
    this.submission = submission;
    this.existing = existing;
    this.following = following;
  }

  /// Decides the call, executes it if that is the decision, and waits until it is decided or needs
  /// a person, at most for `wait`; null waits as long as the policy's operation time-out.
  public Answer call(Call call, @Nullable Duration wait) {
    var contract = ports.policies().get().find(call.tool(), call.agent());
    if (contract.isEmpty()) {
      return new Answer.NoSuchTool(call.tool());
    }
    var patience = wait == null ? contract.get().timeouts().operation() : wait;
    try {
      return refusal(contract.get(), call).orElseGet(() -> submit(contract.get(), call, patience));
    } catch (JournalUnavailableException e) {
      return refused(
          call,
          ToolErrorCode.JOURNAL_UNAVAILABLE,
          "the journal cannot be reached; the same call id may come again and is executed once");
    } catch (RunClosedException e) {
      return refused(call, ToolErrorCode.CANCELLED, e.getMessage());
    }
  }

  /// Where the operation stands, now or as soon as it changes, at most after `wait`.
  ///
  /// @param callId the call on whose behalf is asked; null for the operation's first
  /// @throws JournalUnavailableException when nobody can tell now
  public Answer check(OperationId id, @Nullable CallId callId, Duration wait) {
    return ports
        .journal()
        .find(id)
        .<Answer>map(snapshot -> {
          var now = following.untilChanged(snapshot, wait);
          var first = now.state().basis().proposal().call().callId();
          return new Answer.Known(
              now, callId == null ? first : callId, callId != null && !callId.equals(first));
        })
        .orElseGet(Answer.NoSuchOperation::new);
  }

  /// The same, by the call's own name.
  public Answer check(RunId run, CallId callId, Duration wait) {
    return ports
        .journal()
        .holder(new Claim.OfCall(run, callId))
        .map(id -> check(id, callId, wait))
        .orElseGet(Answer.NoSuchOperation::new);
  }

  /// Asks to stop the operation, and answers at once with where it stands then.
  ///
  /// @param by who asks: `agent`, or a person's name
  public Answer cancel(OperationId id, String by) {
    return following
        .cancel(id, by)
        .<Answer>map(snapshot ->
            new Answer.Known(snapshot, snapshot.state().basis().proposal().call().callId(), false))
        .orElseGet(Answer.NoSuchOperation::new);
  }

  /// Notes what was given to the agent. Written behind: returns at once.
  ///
  /// @param payload the envelope as sent
  /// @param delivered whether it reached the agent's connection
  public void reported(OperationId id, CallId callId, String payload, boolean delivered) {
    following.reported(id, callId, payload, delivered);
  }

  /// Reasons that leave nothing behind: the same call may come again.
  private Optional<Answer> refusal(ToolContract contract, Call call) {
    boolean durable = ports.journal().durability() != Journal.Durability.MEMORY;
    if (contract.risk().isWrite() && !durable && !contract.allowsVolatileJournal()) {
      return Optional.of(
          refused(
              call,
              ToolErrorCode.JOURNAL_NOT_DURABLE,
              "the journal could lose a commit; use a durable one, or allow it in the policy"));
    }
    if (contract.rateLimits().isEmpty() || existing.isKnown(call)) {
      return Optional.empty();
    }
    var pause = ports.rateLimits().take(contract, call);
    return pause.isZero()
        ? Optional.empty()
        : Optional.of(
            new Answer.Refused(
                ToolErrorCode.RATE_LIMITED,
                "a rate limit of the policy holds this call back",
                pause,
                call.runId(),
                call.callId()));
  }

  private Answer submit(ToolContract contract, Call call, Duration patience) {
    Run run = runs.open(call.runId(), call.user(), RunBudget.NONE);
    var budget = runs.budgetOf(run, call.agent());
    // Before the rules are asked: what they said too long ago is not acted on.
    var at = ports.journal().now();
    var decision = deciding.decide(contract, call, run, budget);
    return switch (submission.submit(call, decision, budget, at)) {
      case Submitted.Created(var snapshot) ->
          new Answer.Known(following.execute(snapshot, patience), call.callId(), false);
      case Submitted.Exists(var holder, var claim) ->
          switch (existing.match(call, decision, holder, claim)) {
            case Match.Same(var answer) -> followed(answer, patience);
            case Match.Gone _ -> submit(contract, call, patience);
            case Match.OtherInput(var other) -> conflict(call, budget, other);
          };
    };
  }

  /// Recorded under the call's own id, so that the call is answered the same for ever.
  private Answer conflict(Call call, RunBudget budget, OperationId other) {
    var refusal =
        new Decision.Refuse(
            ToolErrorCode.IDENTITY_CONFLICT,
            "the business key belongs to %s, which has other arguments".formatted(other));
    return switch (submission.submit(call, refusal, budget, ports.journal().now())) {
      case Submitted.Created(var snapshot) -> new Answer.Known(snapshot, call.callId(), false);
      case Submitted.Exists(var holder, _) -> new Answer.CallConflict(holder, call.callId());
    };
  }

  private Answer followed(Answer found, Duration patience) {
    return found instanceof Answer.Known(var snapshot, var callId, var replayed)
        ? new Answer.Known(following.untilDecided(snapshot, patience), callId, replayed)
        : found;
  }

  /// Whether the agent can be told: final, waiting for people, unknown, or stopped in mid-flight,
  /// where the caller is not kept waiting for what the attempt did.
  static boolean isDecided(Snapshot snapshot) {
    return switch (snapshot.state()) {
      case AwaitingApproval awaiting -> !awaiting.isApproved();
      case OutcomeUnknown _ -> true;
      case Executing(_, _, _, _, InFlight _, _, var cancelled) -> cancelled;
      default -> snapshot.state().isTerminal();
    };
  }

  private static Answer refused(Call call, ToolErrorCode code, @Nullable String message) {
    return new Answer.Refused(
        code,
        message == null ? code.wireName() : message,
        Duration.ZERO,
        call.runId(),
        call.callId());
  }
}
