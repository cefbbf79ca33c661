package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.Operation.Reconciliation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.OutcomeLost;
import dev.interlock.runner.operation.OperationEvent.OutcomeRecorded;
import dev.interlock.runner.operation.OperationEvent.OwnershipTaken;
import dev.interlock.runner.operation.OperationEvent.Parked;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.TransitionPlan;
import dev.interlock.runner.operation.Upstream;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Renews this instance's lease and takes over what nobody works on any more: the operations of an
/// instance whose lease has lapsed, and those that are due and owned by nobody. A claimed operation
/// enters the same loop as a new one.
final class Recovery {
  private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
  private static final int BATCH = 100;

  private final Ports ports;
  private final Settings settings;
  private final Commits commits;
  private final Lease lease;
  private final Executions executions;
  private final Timing.Wakeup wakeup;
  private volatile boolean stopped;
  private volatile long lastPassNanos;

  Recovery(Ports ports, Settings settings, Commits commits, Lease lease, Executions executions) {
    this.ports = ports;
    this.settings = settings;
    this.commits = commits;
    this.lease = lease;
    this.executions = executions;
    this.wakeup = ports.timing().newWakeup();
  }

  /// Takes the lease and begins. Throws `JournalUnavailableException` when the journal is away now;
  /// the loop then runs all the same and takes the lease later.
  void start() {
    ports.timing().start("recovery", this::run);
  }

  /// Ends the loop and gives the lease up.
  void stop() {
    stopped = true;
    wakeup.wake();
  }

  /// Looks again at once.
  void poke() {
    wakeup.wake();
  }

  /// When the last complete pass ended, by the monotonic clock: a liveness probe watches it move.
  long lastPassNanos() {
    return lastPassNanos;
  }

  private void run() {
    while (!stopped) {
      try {
        pass();
      } catch (JournalUnavailableException e) {
        LOG.warn("journal unavailable, recovery waits: {}", e.getMessage());
      } catch (StoppedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.error("recovery pass failed, the next one comes", e);
      }
      wakeup.await(lease.interval());
    }
  }

  /// One pass: renew, then claim.
  void pass() {
    lease.renew();
    executions.failed().forEach(this::reclaim);
    List<Snapshot> found;
    do {
      found =
          ports.journal().claimable(settings.instance(), BATCH).stream()
              .filter(snapshot -> !executions.isRunning(snapshot.id()))
              .toList();
      int claimed = 0;
      for (var snapshot : found) {
        claimed += claim(snapshot) ? 1 : 0;
      }
      if (claimed == 0) {
        break;
      }
    } while (found.size() == BATCH);
    lastPassNanos = ports.timing().nanos();
  }

  /// Takes an operation back whose loop failed here, unless it is settled or in other hands.
  private void reclaim(OperationId id) {
    var found = ports.journal().find(id).filter(snapshot -> !snapshot.state().isTerminal());
    if (found.isEmpty() || isElsewhere(found.get())) {
      executions.forget(id);
    } else {
      claim(found.get());
    }
  }

  private boolean isElsewhere(Snapshot snapshot) {
    var owner = snapshot.ownership().owner();
    return owner != null && !owner.equals(settings.instance());
  }

  /// Takes one operation over, or parks it when recovering it failed too often.
  private boolean claim(Snapshot snapshot) {
    if (executions.failures(snapshot.id()) >= settings.recoveryFailures()) {
      return park(snapshot);
    }
    if (snapshot.state() instanceof AwaitingApproval) {
      executions.start(snapshot);
      return true;
    }
    var next = snapshot.ownership().takenBy(settings.instance());
    var taken = new OwnershipTaken(next, "nobody worked on it", ports.journal().now());
    var transition =
        TransitionPlan.append(snapshot, List.of(taken), next, List.of(), settings.retention());
    // Until its fate is known: a claim that lands after it was given up would be worked on by
    // nobody.
    var result = commits.untilKnown(snapshot.state(), transition);
    var mine = Commits.landed(result, transition);
    mine.ifPresent(executions::start);
    // A cancel, or a call that was attached, changed it meanwhile: it is still nobody's.
    if (result instanceof VersionConflict(var other)
        && other.ownership().equals(snapshot.ownership())
        && !other.state().isTerminal()) {
      return claim(other);
    }
    return mine.isPresent();
  }

  private boolean park(Snapshot snapshot) {
    var now = ports.journal().now();
    var reason = "recovery failed %d times; see the log".formatted(settings.recoveryFailures());
    OperationEvent event =
        switch (snapshot.state()) {
          case OutcomeUnknown _ -> new Parked(reason, now);
          case Executing executing
              when executing.mayHaveEffect() || executing.phase() instanceof InFlight ->
              new OutcomeLost(
                  ToolErrorCode.TIMEOUT_UNKNOWN,
                  Upstream.NONE,
                  now,
                  null,
                  new Reconciliation.AskPerson(reason));
          default ->
              new OutcomeRecorded(
                  new ToolOutcome.Rejected(ToolErrorCode.PERMANENT_FAILURE, reason),
                  Upstream.NONE,
                  null,
                  now);
        };
    var transition =
        TransitionPlan.append(
            snapshot, List.of(event), snapshot.ownership(), List.of(), settings.retention());
    LOG.error("operation parked operationId={} reason={}", snapshot.id(), reason);
    executions.forget(snapshot.id());
    return commits.untilKnown(snapshot.state(), transition) instanceof Committed;
  }
}
