package dev.interlock.runner.execution;

import java.time.Duration;

/// The engine, wired: the runner's doors on one side, the ports on the other. One an instance.
public final class Engine {
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final Ports ports;
  private final Lease lease;
  private final Executions executions;
  private final Recovery recovery;
  private final ToolRunner runner;
  private final Runs runs;
  private final Decisions decisions;

  public Engine(Ports given, Settings settings) {
    this.ports = given;
    var watch = new Watch(ports.journal(), ports.timing());
    var budgets = new RetryBudgets();
    var conclusions = new Conclusions(ports, budgets);
    this.lease = new Lease(ports, settings);
    var commits = new Commits(ports, watch);
    this.executions =
        new Executions(
            ports,
            new Starting(ports, settings, commits, lease, conclusions),
            new Attempts(ports, settings, commits, lease, conclusions),
            new OutcomeReconciliation(ports, settings, commits, lease, conclusions));
    commits.onFreed(executions::wakeAll);
    lease.onRenewed(executions::wakeAll);
    this.recovery = new Recovery(ports, settings, commits, lease, executions);
    var cancelling = new Cancelling(ports, settings, commits, executions);
    var following = new Following(ports, settings, commits, watch, executions, cancelling);
    this.runs = new Runs(ports, cancelling);
    this.decisions = new Decisions(ports, settings, commits, executions, conclusions);
    this.runner =
        new ToolRunner(
            ports,
            runs,
            new Deciding(ports),
            new Submission(ports, settings, commits, lease),
            new Existing(ports, settings, commits),
            following);
  }

  /// Takes the lease, recovers what former instances left, and goes on doing both.
  public void start() {
    recovery.start();
  }

  /// The way in for calls.
  public ToolRunner runner() {
    return runner;
  }

  /// The way in for runs.
  public Runs runs() {
    return runs;
  }

  /// The way in for people.
  public Decisions decisions() {
    return decisions;
  }

  /// How many operations execute here now.
  public int executing() {
    return executions.count();
  }

  /// Whether this instance holds its lease and may send.
  public boolean maySend() {
    return lease.maySend();
  }

  /// Waits for what executes, at most for `grace`, then gives the lease up. What is left is found
  /// by recovery, here after a restart or on a peer.
  public void stop(Duration grace) {
    long end = ports.timing().nanos() + grace.toNanos();
    var pause = ports.timing().newWakeup();
    while (executions.count() > 0 && ports.timing().nanos() < end) {
      pause.await(LOOK_EVERY);
    }
    recovery.stop();
    lease.release();
  }
}
