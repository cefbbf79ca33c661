package dev.interlock.runner.journal;

import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Transition;
import dev.interlock.runner.operation.Transition.ClaimChange;
import dev.interlock.runner.operation.Transition.CounterAdd;
import dev.interlock.runner.operation.Transition.Expected;
import dev.interlock.runner.operation.Upstream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A transition in the making, with plain values for all that a test does not care about.
public final class Change {
  public static final Duration RETENTION = Duration.ofDays(1);

  private final OperationId id;
  private final Expected expected;
  private final Operation next;
  private final List<OperationEvent> events = new ArrayList<>();
  private final List<ClaimChange> claims = new ArrayList<>();
  private final List<CounterAdd> counters = new ArrayList<>();
  private Ownership ownership = new Ownership(new InstanceId("here"), 1);
  private @Nullable Instant due;
  private boolean attention;

  private Change(OperationId id, Expected expected, Operation next, OperationEvent event) {
    this.id = id;
    this.expected = expected;
    this.next = next;
    this.events.add(event);
  }

  /// The operation number `number` of a test.
  public static OperationId id(int number) {
    return new OperationId("op-%026d".formatted(number));
  }

  /// Creates an operation; unresolved, owned by `here` under epoch 1.
  public static Change create(int number) {
    var proposal = Samples.proposal(id(number));
    return new Change(
        id(number),
        new Expected.Absent(),
        new Operation.Proposed(proposal),
        new OperationEvent.CallProposed(proposal));
  }

  /// Changes an operation that stays unresolved.
  public static Change step(int number, long version) {
    return new Change(
        id(number),
        new Expected.At(version, 1),
        new Operation.Proposed(Samples.proposal(id(number))),
        new OperationEvent.CancelRequested("agent", Samples.AT));
  }

  /// Ends an operation.
  public static Change end(int number, long version) {
    var outcome = new ToolOutcome.Rejected(ToolErrorCode.CANCELLED, "by the agent");
    return new Change(
        id(number),
        new Expected.At(version, 1),
        new Operation.Recorded(Samples.proposal(id(number)), outcome, Upstream.NONE, 0, Samples.AT),
        new OperationEvent.OutcomeRecorded(outcome, Upstream.NONE, null, Samples.AT));
  }

  /// The same change, expected under another epoch.
  public Change underEpoch(long epoch) {
    var at = (Expected.At) expected;
    var moved = new Change(id, new Expected.At(at.version(), epoch), next, events.getFirst());
    return moved.owned(ownership);
  }

  public Change owned(Ownership by) {
    ownership = by;
    return this;
  }

  public Change owned(@Nullable String by, long epoch) {
    return owned(new Ownership(by == null ? null : new InstanceId(by), epoch));
  }

  public Change due(@Nullable Instant at) {
    due = at;
    return this;
  }

  public Change attention() {
    attention = true;
    return this;
  }

  public Change event(OperationEvent event) {
    events.add(event);
    return this;
  }

  public Change take(Claim claim) {
    claims.add(new ClaimChange.Take(claim, null));
    return this;
  }

  public Change take(Claim claim, Duration keptFor) {
    claims.add(new ClaimChange.Take(claim, keptFor));
    return this;
  }

  public Change release(Claim claim) {
    claims.add(new ClaimChange.Release(claim));
    return this;
  }

  public Change add(String counter, long add, long limit) {
    counters.add(new CounterAdd(counter, add, limit));
    return this;
  }

  public Transition transition() {
    return new Transition(
        id,
        expected,
        next,
        events,
        ownership,
        claims,
        counters,
        due,
        attention,
        next.isTerminal() ? RETENTION : null);
  }
}
