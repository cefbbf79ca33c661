package dev.interlock.runner.journal;

/// A store's answer to a commit. Only `Committed` changed anything.
public sealed interface StoreAnswer {
  /// Durable, now or by an earlier commit of the same transition.
  ///
  /// @param version the record's version
  record Committed(long version) implements StoreAnswer {}

  /// The record is not as expected.
  record Conflict(StoredRecord current) implements StoreAnswer {}

  /// There is no such record, or none any more.
  record Gone() implements StoreAnswer {}

  /// Another instance has taken the record over since.
  record Fenced(StoredRecord current) implements StoreAnswer {}

  /// Another record holds the claim.
  record ClaimHeld(String claim, String holder) implements StoreAnswer {}

  /// The counter would exceed its limit.
  record LimitReached(String counter) implements StoreAnswer {}
}
