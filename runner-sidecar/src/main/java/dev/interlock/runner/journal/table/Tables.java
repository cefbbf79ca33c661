package dev.interlock.runner.journal.table;

import java.util.concurrent.locks.ReentrantLock;

/// The tables of a store. Whatever is put and removed between two calls of `seal` becomes durable
/// together or not at all, and in the order of those calls.
public interface Tables extends AutoCloseable {

  /// The tables by what they hold.
  enum Name {
    /// Record id → `RecordRow`.
    RECORDS,
    /// Record id, `/`, sequence → time and content.
    EVENTS,
    /// Claim key → holder and end.
    CLAIMS,
    /// Counter → value.
    COUNTERS,
    /// Id of a record that is unresolved or needs attention → `Watch`.
    WATCHED,
    /// Time at which a record is gone, `/`, its id → nothing.
    EXPIRY
  }

  /// The store's lock.
  ReentrantLock lock();

  /// Refuses a change that could not be made durable, before anything of it is put. Under the
  /// store's lock.
  ///
  /// @param creates whether the change makes a new record
  /// @throws dev.interlock.runner.execution.JournalUnavailableException when it is refused
  void admit(boolean creates);

  /// The table. Under the store's lock only.
  Table table(Name name);

  /// Ends a change, under the store's lock. Waits on the answer outside it.
  ///
  /// @throws dev.interlock.runner.execution.JournalUnavailableException when it cannot be written
  Durable seal();

  /// Everything that was sealed so far, under the store's lock.
  ///
  /// @throws dev.interlock.runner.execution.JournalUnavailableException when some of it never
  ///   became durable
  Durable sealed();

  /// A change was left halfway by something that must not happen: nothing is read or written any
  /// more, so that no half of it ever counts. Under the store's lock.
  void abandon(Throwable cause);

  @Override
  void close();

  /// A change on its way to becoming durable.
  @FunctionalInterface
  interface Durable {
    /// It is durable already.
    Durable ALREADY = () -> {};

    /// Returns when it is durable.
    ///
    /// @throws dev.interlock.runner.execution.JournalUnavailableException when it is not known to
    ///   be
    void await();
  }
}
