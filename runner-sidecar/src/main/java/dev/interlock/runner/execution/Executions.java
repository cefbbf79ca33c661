package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Proposed;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Operation.Reported;
import dev.interlock.runner.operation.Operation.Validated;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The operations that this instance executes now, each in one loop on its own thread. New,
/// retried, approved and recovered operations all run through the same loop.
final class Executions {
  private static final Logger LOG = LoggerFactory.getLogger(Executions.class);

  private final Ports ports;
  private final Starting starting;
  private final Attempts attempts;
  private final OutcomeReconciliation reconciliation;
  private final Map<OperationId, OperationHandle> running = new ConcurrentHashMap<>();
  private final Map<OperationId, Integer> failures = new ConcurrentHashMap<>();

  Executions(
      Ports ports, Starting starting, Attempts attempts, OutcomeReconciliation reconciliation) {
    this.ports = ports;
    this.starting = starting;
    this.attempts = attempts;
    this.reconciliation = reconciliation;
  }

  /// Starts the loop of an operation that this instance owns or may take, unless it runs already.
  void start(Snapshot snapshot) {
    var handle = new OperationHandle(ports.timing());
    if (running.putIfAbsent(snapshot.id(), handle) == null) {
      ports.timing().start(snapshot.id().value(), () -> runGuarded(snapshot, handle));
    }
  }

  /// Whether this instance executes it now.
  boolean isRunning(OperationId id) {
    return running.containsKey(id);
  }

  /// The operations whose loop ended in an error here and that nobody works on since.
  List<OperationId> failed() {
    return failures.keySet().stream().filter(id -> !running.containsKey(id)).toList();
  }

  /// It is settled or in other hands: its failures are forgotten.
  void forget(OperationId id) {
    failures.remove(id);
  }

  /// How often its loop ended in an error here.
  int failures(OperationId id) {
    return failures.getOrDefault(id, 0);
  }

  /// Cancels the attempt in flight, if there is one here.
  void cancel(OperationId id) {
    var handle = running.get(id);
    if (handle != null) {
      handle.cancellation().request();
    }
  }

  /// A person changed it: its loop goes on now.
  void disturb(OperationId id) {
    var handle = running.get(id);
    if (handle != null) {
      handle.disturb();
    }
  }

  /// Makes operations that wait for a lock, a place or the lease look again.
  void wakeAll() {
    running.values().forEach(OperationHandle::wake);
  }

  /// How many run now.
  int count() {
    return running.size();
  }

  /// The top of the thread: an error ends this loop only, and recovery finds the operation.
  private void runGuarded(Snapshot snapshot, OperationHandle handle) {
    try {
      run(snapshot, handle);
      failures.remove(snapshot.id());
    } catch (LostOwnershipException e) {
      LOG.info("operation has another owner operationId={}", snapshot.id());
    } catch (StoppedException e) {
      LOG.debug("runner is stopping operationId={}", snapshot.id());
    } catch (JournalUnavailableException e) {
      LOG.warn("journal unavailable, recovery goes on operationId={}", snapshot.id());
      failures.putIfAbsent(snapshot.id(), 0);
    } catch (RuntimeException e) {
      failures.merge(snapshot.id(), 1, Integer::sum);
      ports.listener().loopFailed(snapshot, e);
      LOG.error("operation loop failed, recovery will look at it operationId={}", snapshot.id(), e);
    } finally {
      running.remove(snapshot.id(), handle);
    }
  }

  private void run(Snapshot first, OperationHandle handle) {
    Optional<Snapshot> next = Optional.of(first);
    while (next.isPresent()) {
      var snapshot = next.get();
      next =
          switch (snapshot.state()) {
            case Proposed _ -> throw new IllegalStateException("a bare proposal was journaled");
            case Validated _, AwaitingApproval _ -> starting.advance(snapshot, handle);
            case Executing state -> Optional.of(attempts.advance(snapshot, state, handle));
            case OutcomeUnknown state -> reconciliation.advance(snapshot, state, handle);
            case Recorded _, Reported _ -> Optional.empty();
          };
    }
  }
}
