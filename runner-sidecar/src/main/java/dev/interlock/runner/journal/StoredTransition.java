package dev.interlock.runner.journal;

import dev.interlock.runner.operation.Ownership;
import dev.interlock.runner.operation.Transition.CounterAdd;
import dev.interlock.runner.operation.Transition.Expected;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One atomic change of a store. What each part means for the commit is said at
/// `JournalStore.commit`.
///
/// @param id the record that changes
/// @param expected what must be true of it now
/// @param header what the store itself looks at
/// @param content the record's new content
/// @param events to append to its history, in order
/// @param claims in the order in which they are looked at
/// @param counters in the order in which they are looked at
public record StoredTransition(
    String id,
    Expected expected,
    Header header,
    byte[] content,
    List<byte[]> events,
    List<ClaimChange> claims,
    List<CounterAdd> counters) {

  public StoredTransition {
    events = List.copyOf(events);
    claims = List.copyOf(claims);
    counters = List.copyOf(counters);
  }

  /// What the store itself looks at.
  ///
  /// @param state the state's name, for people who look into the store
  /// @param ownership who owns the record afterwards
  /// @param due when somebody has to look at it again; absent when nothing is scheduled
  /// @param attention whether a person should see it
  /// @param terminal whether it is done: an unresolved record is listed as such and never expires
  /// @param keepFor how long a terminal record is kept, counted from the commit; absent for ever
  public record Header(
      String state,
      Ownership ownership,
      @Nullable Instant due,
      boolean attention,
      boolean terminal,
      @Nullable Duration keepFor) {}

  /// A claim to take or to give back.
  ///
  /// @see dev.interlock.runner.operation.Transition.ClaimChange
  public sealed interface ClaimChange {
    String key();

    /// @param keptFor after which a terminal holder loses it; absent for as long as it is kept
    record Take(String key, @Nullable Duration keptFor) implements ClaimChange {}

    record Release(String key) implements ClaimChange {}
  }

  /// A hash of all of it: two transitions with the same one are the same commit.
  public byte[] fingerprint() {
    return Fingerprint.of(this);
  }
}
