package dev.interlock.runner.journal;

import dev.interlock.runner.operation.Basis;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.InputFrozen;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.Snapshot;

/// Operations, events and runs as bytes and back. What never changes, the proposal and the frozen
/// intent, is stored once, in the state: the two events that brought it are stored as a reference.
final class JournalCodec {
  private JournalCodec() {}

  /// What an event's record holds.
  sealed interface EventRecord {
    /// The event itself.
    record Whole(OperationEvent event) implements EventRecord {}

    /// `CallProposed` with the proposal that the operation rests on.
    record ProposedHere() implements EventRecord {}

    /// `InputFrozen` with the intent that the operation rests on.
    record FrozenHere() implements EventRecord {}
  }

  static byte[] write(Operation state) {
    return JournalJson.write(Operation.class, state);
  }

  static byte[] write(Run run) {
    return JournalJson.write(Run.class, run);
  }

  /// @param basis what the operation rests on after the commit that brings the event
  static byte[] write(OperationEvent event, Basis basis) {
    EventRecord stored =
        switch (event) {
          case CallProposed(var proposal) when proposal.equals(basis.proposal()) ->
              new EventRecord.ProposedHere();
          case InputFrozen(var intent) when intent.equals(basis) -> new EventRecord.FrozenHere();
          default -> new EventRecord.Whole(event);
        };
    return JournalJson.write(EventRecord.class, stored);
  }

  /// @throws UnreadableRecordException when the record is newer, corrupt or another operation's
  static Snapshot readSnapshot(StoredRecord stored) {
    var state = JournalJson.read(stored.id(), Operation.class, stored.content());
    if (!state.id().value().equals(stored.id())) {
      throw UnreadableRecordException.corrupt(
          stored.id(), new IllegalStateException("it holds " + state.id()));
    }
    return new Snapshot(
        state, stored.version(), stored.ownership(), stored.due(), stored.attention());
  }

  static Run readRun(StoredRecord stored) {
    return JournalJson.read(stored.id(), Run.class, stored.content());
  }

  /// @param id the operation, for the message
  /// @param basis what the operation rests on now
  static JournaledEvent readEvent(String id, StoredEvent stored, Basis basis) {
    var event =
        switch (JournalJson.read(id, EventRecord.class, stored.content())) {
          case EventRecord.Whole(var whole) -> whole;
          case EventRecord.ProposedHere _ -> new CallProposed(basis.proposal());
          case EventRecord.FrozenHere _ -> new InputFrozen(frozen(id, basis));
        };
    return new JournaledEvent(stored.sequence(), stored.storedAt(), event);
  }

  private static Basis.Intent frozen(String id, Basis basis) {
    if (basis instanceof Basis.Intent intent) {
      return intent;
    }
    throw UnreadableRecordException.corrupt(
        id, new IllegalStateException("an input was frozen, the state has none"));
  }
}
