package dev.interlock.runner.journal;

import dev.interlock.runner.execution.Journal.Durability;
import dev.interlock.runner.execution.Journal.Filter;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a journal is stored in: records with a version, their histories, claims, counters and
/// leases, of one namespace. It moves bytes and decides only what is said here; the contract suite
/// says it again as tests. Blocking; safe for any number of threads. Every method throws
/// `JournalUnavailableException` when the store cannot be reached or its answer was lost, and never
/// tells what is not durable yet.
///
/// *Gone*: a terminal record is gone once the store's clock reaches the latest of: its last commit
/// plus `keepFor`, and the end of `keptFor` of every claim it holds. What is gone is found by no
/// method, holds no claim and may be removed at any time. A record without `keepFor` is never gone.
public interface JournalStore extends AutoCloseable {

  /// Commits all of `transition` or nothing. The first of these that applies is the answer:
  ///
  /// 1. The record is at the version that this commit makes (expected + 1, or 1 for `Absent`) and
  ///    its last commit had the same fingerprint: `Committed`; nothing changes a second time.
  /// 2. `At`, and there is no record or it is gone: `Gone`.
  /// 3. `At`, and the record's epoch is above the expected one: `Fenced`. This comes before the
  ///    version, because whoever took over moved the version too.
  /// 4. `Absent` and there is a record, or `At` and version or epoch differ: `Conflict`.
  /// 5. For each `Take` in order: another record holds the claim: `ClaimHeld`. A claim is held
  ///    until it is released, its holder is gone, or its holder is terminal and `keptFor` is over,
  ///    counted by the store's clock from the commit that took it last. Holding it oneself is no
  ///    obstacle.
  /// 6. For each addition in order, on top of those before it: `add` is 0 or more and the sum
  ///    exceeds `limit`: `LimitReached`. A negative `add` always passes.
  /// 7. Otherwise everything is applied: the content and header replace the old ones, the version
  ///    grows by one, the events are appended with the store's time, claims are taken (the latest
  ///    `keptFor` counts) and released (a claim of another record stays), and sums are stored. A
  ///    sum below 0 becomes 0. Sums stay within 2^53-1: one above it exceeds any limit.
  StoreAnswer commit(StoredTransition transition);

  /// The record as it is now.
  Optional<StoredRecord> find(String id);

  /// Which record holds the claim.
  Optional<String> holder(String claim);

  /// The record with all its events, oldest first.
  Optional<StoredHistory> history(String id);

  /// Records whose id begins with `prefix`, in the order of their ids.
  ///
  /// @param limit at most this many
  List<StoredRecord> list(String prefix, Filter filter, int limit);

  /// Unresolved records that another instance than `instance` owns without a live lease, and those
  /// that nobody owns and whose due time is reached; earliest due time first, then by id, those
  /// without one last.
  List<StoredRecord> claimable(String instance, int limit);

  /// The counters' values; 0 for one that was never added to.
  Map<String, Long> counters(List<String> names);

  /// The instance's lease lives for `ttl` from now.
  void renewLease(String instance, Duration ttl);

  /// The instance's lease is over.
  void releaseLease(String instance);

  /// The store's time, as best known without a round trip.
  Instant now();

  /// What a commit survives.
  Durability durability();

  @Override
  void close();

  /// A record with all its events.
  record StoredHistory(StoredRecord record, List<StoredEvent> events) {
    public StoredHistory {
      events = List.copyOf(events);
    }
  }
}
