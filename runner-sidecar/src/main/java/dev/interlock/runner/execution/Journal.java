package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.Transition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Port: the durable record of a namespace's operations. Blocking; called from virtual threads;
/// safe for any number of them. Every method throws `JournalUnavailableException` when the store
/// cannot be reached or its answer was lost.
public interface Journal extends AutoCloseable {

  /// Commits all of `transition` or nothing of it. When it returns `Committed`, a crash of the
  /// process or the machine does not lose it (as far as `durability` promises).
  ///
  /// When it throws, the commit may or may not have happened: commit the same transition again. A
  /// store recognizes its own commit by operation, version and content and then answers
  /// `Committed`.
  CommitResult commit(Transition transition);

  /// The operation as it is now.
  Optional<Snapshot> find(OperationId id);

  /// Who holds the claim.
  Optional<OperationId> holder(Claim claim);

  /// All events of the operation, oldest first; empty when there is no such operation.
  List<JournaledEvent> history(OperationId id);

  /// Operations for which `filter` holds, oldest first.
  ///
  /// @param limit at most this many
  List<Snapshot> list(Filter filter, int limit);

  /// Stores the run unless it exists, and returns what is stored. Durable on return.
  Run openRun(Run run);

  /// The run, if it was ever opened.
  Optional<Run> findRun(RunId id);

  /// Marks the run closed. Durable on return; closing twice changes nothing. From then on no
  /// operation of the run can be created.
  void closeRun(RunId id);

  /// Adds to counters, all within their limits or none; an empty answer is success, otherwise the
  /// name of the first counter whose limit would be exceeded. Durable on return.
  ///
  /// @param once a name under which these additions happen at most once, however often asked
  Optional<String> count(String once, List<Transition.CounterAdd> additions);

  /// The values of the named counters; 0 for one that was never added to.
  Map<String, Long> counters(List<String> names);

  /// Makes or renews this instance's lease for `ttl`, counted by the store's clock from now.
  void renewLease(InstanceId instance, Duration ttl);

  /// Gives the lease up: what this instance owns may be claimed at once.
  void releaseLease(InstanceId instance);

  /// Operations that `instance` may claim now: owned by an instance whose lease has lapsed, or
  /// owned by nobody and due. Oldest due time first. Nothing changes; the claim is a transition.
  List<Snapshot> claimable(InstanceId instance, int limit);

  /// The store's time as best known here, without a round trip.
  Instant now();

  /// What a commit survives.
  Durability durability();

  @Override
  void close();

  /// Which operations to list.
  enum Filter {
    /// Every one that is kept.
    ALL,
    /// Not terminal.
    UNRESOLVED,
    /// A person should see it.
    ATTENTION
  }

  /// What a commit survives.
  enum Durability {
    /// The loss of the process and of the machine's memory.
    FSYNC,
    /// The loss of one store node.
    REPLICATED,
    /// Nothing: for tests and for reads.
    MEMORY
  }
}
