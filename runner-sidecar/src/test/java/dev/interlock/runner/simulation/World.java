package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.Engine;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.Ports;
import dev.interlock.runner.execution.Settings;
import dev.interlock.runner.journal.SteadyClock;
import dev.interlock.runner.journal.StoredJournal;
import dev.interlock.runner.journal.memory.MemoryTables;
import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.InstanceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Everything of one schedule: some sidecars, one journal, one upstream, and the faults that the
/// seed draws. Until `calm` begins things go wrong; afterwards everything works and must come to an
/// end.
final class World {
  static final Agent AGENT = new Agent("shop", "pod", "agent", Map.of());
  static final Duration LEASE = Duration.ofSeconds(15);

  enum JournalFault {
    NONE,
    REQUEST_LOST,
    REQUEST_LATE,
    ANSWER_LOST,
    TWICE
  }

  /// One running sidecar.
  record Sidecar(SimProcess process, Engine engine, InstanceId instance) {}

  final Random random;
  final Scheduler scheduler;
  final Story story;
  final SimClock clock;
  final Journal store;
  final SimUpstream upstream;
  final SimPolicies policies;
  final Invariants invariants;
  final List<Sidecar> sidecars = new ArrayList<>();
  private final SimIdentifiers identifiers;
  private boolean calm;
  private int instances;

  World(long seed) {
    random = new Random(seed);
    scheduler = new Scheduler(random);
    story = new Story(scheduler);
    clock = new SimClock(scheduler);
    store = new StoredJournal(MemoryTables.store(new SteadyClock(clock, scheduler::now)));
    identifiers = new SimIdentifiers(random);
    policies = new SimPolicies(random, store::now);
    upstream = new SimUpstream(this);
    invariants = new Invariants(this);
  }

  void calm() {
    calm = true;
    story.tell("--- calm: no more faults");
    policies.settle();
  }

  boolean isCalm() {
    return calm;
  }

  boolean chance(double probability) {
    return !calm && random.nextDouble() < probability;
  }

  /// Nanoseconds of a journal round trip's half.
  long latency() {
    return random.nextInt(3_000_000);
  }

  /// Nanoseconds on the way to the upstream or back: usually short, sometimes longer than an
  /// attempt.
  long networkDelay() {
    return chance(0.1) ? random.nextLong(7_000_000_000L) : random.nextInt(50_000_000);
  }

  JournalFault journalFault() {
    if (!chance(0.06)) {
      return JournalFault.NONE;
    }
    return JournalFault.values()[1 + random.nextInt(JournalFault.values().length - 1)];
  }

  /// Starts a sidecar process.
  Sidecar startSidecar() {
    var process = new SimProcess();
    var instance = new InstanceId("sidecar-" + ++instances);
    var ports =
        new Ports(
            new SimJournal(store, this, process),
            upstream.from(process),
            policies::current,
            (_, _) -> Duration.ZERO,
            new SimTiming(scheduler, process),
            identifiers,
            (before, events, after) -> invariants.onCommit(instance, before, events, after));
    var engine = new Engine(ports, new Settings(instance, AGENT, Duration.ofDays(2), LEASE, 5));
    var sidecar = new Sidecar(process, engine, instance);
    sidecars.add(sidecar);
    engine.start();
    story.tell("start %s", instance);
    return sidecar;
  }

  /// Kills it at whatever port call it is, and starts another in its place some time later.
  void crash(Sidecar sidecar) {
    if (sidecar.process().isCrashed()) {
      return;
    }
    story.tell("CRASH %s", sidecar.instance());
    sidecar.process().crash();
    sidecars.remove(sidecar);
    scheduler.after(random.nextLong(40_000_000_000L), this::startSidecar);
  }

  Sidecar anySidecar() {
    return sidecars.get(random.nextInt(sidecars.size()));
  }
}
