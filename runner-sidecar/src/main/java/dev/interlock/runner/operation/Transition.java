package dev.interlock.runner.operation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One atomic change of the journal, as a value: all of it becomes durable or none of it.
///
/// @param id the operation that changes
/// @param expected what must be true of it now
/// @param next its state afterwards: the fold of `events` over the state before
/// @param events the facts to append, in order
/// @param ownership who owns it afterwards
/// @param claims claims to take or give back
/// @param counters counters to add to, each within its limit
/// @param due when somebody has to look at it again; absent when nothing is scheduled
/// @param attention whether a person should see it
/// @param keepFor how long to keep it, counted from this commit; absent while it is not terminal,
///   and then it never expires
public record Transition(
    OperationId id,
    Expected expected,
    Operation next,
    List<OperationEvent> events,
    Ownership ownership,
    List<ClaimChange> claims,
    List<CounterAdd> counters,
    @Nullable Instant due,
    boolean attention,
    @Nullable Duration keepFor) {

  public Transition {
    events = List.copyOf(events);
    claims = List.copyOf(claims);
    counters = List.copyOf(counters);
    if (next.isTerminal() == (keepFor == null)) {
      throw new IllegalArgumentException(
          id + ": keepFor is for terminal states, and only for them");
    }
  }

  /// What must be true of the operation for the commit to take effect.
  public sealed interface Expected {
    /// It does not exist.
    record Absent() implements Expected {}

    /// It is exactly at this version, owned under exactly this epoch.
    record At(long version, long epoch) implements Expected {}
  }

  /// A claim to take or to give back.
  public sealed interface ClaimChange {
    Claim claim();

    /// Fails the commit when another operation holds it. After `keptFor`, counted from the commit,
    /// a terminal holder loses it; an unresolved one never does.
    ///
    /// @param keptFor absent when it is held until given back or until its holder is purged
    record Take(Claim claim, @Nullable Duration keptFor) implements ClaimChange {}

    /// Does nothing when this operation does not hold it.
    record Release(Claim claim) implements ClaimChange {}
  }

  /// An addition to a named counter of the namespace.
  ///
  /// @param counter the counter's name, for example `run/<id>/tool_calls`
  /// @param add how much, may be negative; 0 only checks
  /// @param limit the commit fails when the sum would exceed it; `Long.MAX_VALUE` for none. A
  ///   negative `add` never fails.
  public record CounterAdd(String counter, long add, long limit) {}
}
