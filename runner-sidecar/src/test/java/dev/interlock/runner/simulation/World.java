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
import dev.interlock.runner.outcome.OutcomeTable;
import dev.interlock.runner.simulation.SimContract.Says;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Everything of one schedule: some sidecars, one journal, one upstream, and the faults that the
/// seed draws. Until `calm` begins things go wrong; afterwards everything works and must come to an
/// end.
final class World {
  static final Agent AGENT = new Agent("shop", "pod", "agent", Map.of());
  static final Duration LEASE = Duration.ofSeconds(15);

  private static final Map<Says, List<OutcomeTable.Row>> ROWS =
      OutcomeTable.rows().stream().collect(Collectors.groupingBy(World::says));

  private static Says says(OutcomeTable.Row row) {
    return new Says(row.refusedBefore(), row.inFlightStatus(), row.pendingOn202());
  }

  /// One running sidecar.
  record Sidecar(SimProcess process, Engine engine, InstanceId instance) {}

  final Coverage coverage = new Coverage();
  final Steps steps;
  final Scheduler scheduler;
  final Story story;
  final SimClock clock;
  final Journal store;
  final SimUpstream upstream;
  final SimPolicies policies;
  final Invariants invariants;
  final List<Sidecar> sidecars = new ArrayList<>();
  private final SimIdentifiers identifiers;
  private final Map<String, Dice> dice = new HashMap<>();
  private final long seed;
  private boolean calm;
  private int instances;

  /// @param only the names of the steps that may happen; null for all
  World(long seed, @Nullable Set<String> only) {
    this.seed = seed;
    scheduler = new Scheduler(thread -> dice(thread).random());
    steps = new Steps(only, scheduler, coverage);
    story = new Story(scheduler);
    clock = new SimClock(scheduler);
    store = new StoredJournal(MemoryTables.store(new SteadyClock(clock, scheduler::now)));
    identifiers = new SimIdentifiers(this);
    policies = new SimPolicies(dice("policies").random(), store::now);
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

  /// A source of chance of its own.
  Dice dice(String name) {
    return dice.computeIfAbsent(name, unknown -> new Dice(this, seed, unknown));
  }

  /// A row of the outcome table that the tool's policy knows, for the upstream to behave like it;
  /// absent when it behaves as usual.
  OutcomeTable.@Nullable Row oddAnswer(String tool, Dice drawing) {
    var row = drawing.anyOf(ROWS.getOrDefault(policies.contract(tool).says(), List.of()));
    double often = tool.equals("read") ? 0.5 : 0.25;
    return drawing.chance(often, Step.UPSTREAM_ANSWERS_ODDLY) ? row : null;
  }

  /// Starts a sidecar process.
  Sidecar startSidecar() {
    var process = new SimProcess();
    var instance = new InstanceId("sidecar-" + ++instances);
    var ports =
        new Ports(
            new SimJournal(store, this, process, instance.value()),
            upstream.from(process),
            policies::current,
            (_, _) -> Duration.ZERO,
            new SimTiming(scheduler, process),
            identifiers,
            invariants.listener(instance));
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
    scheduler.after(dice("faults").below(40_000_000_000L), this::startSidecar);
  }

  Sidecar anySidecar(Dice drawing) {
    return drawing.anyOf(sidecars);
  }
}
