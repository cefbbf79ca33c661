package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.Decisions;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.RunId;
import java.time.Duration;
import java.util.List;

/// One schedule: agents that call and call again, people who decide, and faults, all drawn from the
/// seed; then calm, then the invariants.
final class Schedule {
  private static final long STORM = Duration.ofMinutes(2).toNanos();
  private static final long SLICE = Duration.ofSeconds(10).toNanos();
  private static final long LATE = Duration.ofSeconds(40).toNanos();
  private static final long REST = Duration.ofMinutes(8).toNanos();

  private final World world;
  private int calls;

  Schedule(long seed) {
    world = new World(seed);
  }

  /// Runs it. Throws an `AssertionError` that tells the whole story when an invariant breaks.
  void run() {
    try {
      int sidecars = 1 + world.random.nextInt(3);
      for (int i = 0; i < sidecars; i++) {
        world.startSidecar();
      }
      int agents = 1 + world.random.nextInt(3);
      for (int i = 0; i < agents; i++) {
        agent(new RunId("run-" + world.random.nextInt(2)));
      }
      people();
      faults();
      world.scheduler.runUntil(STORM);
      world.calm();
      rest();
      world.invariants.atRest();
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + "\n" + world.story, e);
    } finally {
      world.sidecars.forEach(sidecar -> sidecar.process().crash());
      world.scheduler.runUntil(STORM + 2 * REST);
    }
  }

  /// Until everything has come to an end, and then long enough for whatever comes late.
  private void rest() {
    long end = STORM;
    while (end < STORM + REST && !world.invariants.isSettled()) {
      end += SLICE;
      world.scheduler.runUntil(end);
    }
    world.scheduler.runUntil(end + LATE);
  }

  /// An agent makes some calls, some of them twice, some under a new id with the same arguments.
  private void agent(RunId run) {
    int proposed = 1 + world.random.nextInt(4);
    for (int i = 0; i < proposed; i++) {
      var tools = world.policies.tools();
      var tool = tools.get(world.random.nextInt(tools.size()));
      var order = "%d-%d".formatted(world.random.nextInt(3), world.random.nextInt(2));
      int times = 1 + world.random.nextInt(2);
      var call = new CallId("call-" + ++calls);
      for (int again = 0; again < times; again++) {
        var id = world.random.nextBoolean() ? call : new CallId("call-" + ++calls);
        long at = world.random.nextLong(30_000_000_000L);
        world.scheduler.after(at, () -> call(run, id, tool, order));
        if (world.random.nextInt(8) == 0) {
          world.scheduler.after(at + world.random.nextLong(6_000_000_000L), () -> cancel(run, id));
        }
      }
    }
  }

  private void call(RunId run, CallId id, String tool, String order) {
    if (world.sidecars.isEmpty()) {
      return;
    }
    var sidecar = world.anySidecar();
    var call =
        new Call(
            id,
            tool,
            "{\"order\": \"%s\"}".formatted(order),
            run,
            1,
            World.AGENT,
            "0".repeat(32),
            null);
    world.scheduler.start(
        "agent " + id,
        sidecar.process(),
        () -> {
          world.story.tell("agent: %s %s %s %s to %s", run, id, tool, order, sidecar.instance());
          world.invariants.onCall(call);
          var answer = sidecar.engine().runner().call(call, Duration.ofSeconds(20));
          world.invariants.onAnswer(answer);
          if (answer instanceof dev.interlock.runner.execution.Answer.Known known) {
            sidecar.engine().runner().reported(known.snapshot().id(), id, "{}", true);
            if (world.chance(0.15)) {
              world.story.tell("agent: cancel %s", known.snapshot().id());
              unlessAway(() -> sidecar.engine().runner().cancel(known.snapshot().id(), "agent"));
            }
          }
        });
  }

  /// The user stops a call while it is under way, through any sidecar.
  private void cancel(RunId run, CallId id) {
    if (world.sidecars.isEmpty()) {
      return;
    }
    var sidecar = world.anySidecar();
    world.scheduler.start(
        "cancel " + id,
        sidecar.process(),
        () ->
            world
                .store
                .holder(new Claim.OfCall(run, id))
                .ifPresent(operation -> {
                  world.story.tell("user: cancel %s", operation);
                  unlessAway(() -> sidecar.engine().runner().cancel(operation, "user"));
                }));
  }

  /// People look now and then at what waits, and decide.
  private void people() {
    for (int i = 0; i < 12; i++) {
      var name = "person-" + world.random.nextInt(4);
      boolean granted = world.random.nextInt(5) > 0;
      world.scheduler.after(world.random.nextLong(STORM), () -> decide(name, granted));
    }
  }

  private void decide(String name, boolean granted) {
    if (world.sidecars.isEmpty()) {
      return;
    }
    var sidecar = world.anySidecar();
    world.scheduler.start(
        name,
        sidecar.process(),
        () ->
            world.store.list(Journal.Filter.ATTENTION, 100).stream()
                .filter(snapshot -> snapshot.state() instanceof AwaitingApproval)
                .forEach(snapshot ->
                    unlessAway(() ->
                        sidecar
                            .engine()
                            .decisions()
                            .approve(
                                snapshot.id(),
                                new Decisions.Person(name, List.of(), "local"),
                                granted,
                                null))));
  }

  private static void unlessAway(Runnable request) {
    try {
      request.run();
    } catch (JournalUnavailableException e) {
      // A person or an agent sees an error, and that is all.
    }
  }

  private void faults() {
    int crashes = world.random.nextInt(4);
    for (int i = 0; i < crashes; i++) {
      at(() -> world.crash(world.anySidecar()));
    }
    int pauses = world.random.nextInt(3);
    for (int i = 0; i < pauses; i++) {
      at(() -> {
        var sidecar = world.anySidecar();
        long length = world.random.nextLong(40_000_000_000L);
        world.story.tell("PAUSE %s for %.1f s", sidecar.instance(), length / 1e9);
        sidecar.process().pauseUntil(world.scheduler.now() + length);
      });
    }
    if (world.random.nextInt(4) == 0) {
      at(() -> {
        var by = Duration.ofSeconds(world.random.nextInt(240) - 120);
        world.story.tell("CLOCK jumps by %s", by);
        world.clock.jump(by);
      });
    }
    int changes = world.random.nextInt(5);
    for (int i = 0; i < changes; i++) {
      at(() -> {
        world.story.tell("POLICY changes");
        world.policies.change();
      });
    }
  }

  private void at(Runnable fault) {
    world.scheduler.after(
        world.random.nextLong(STORM - 45_000_000_000L),
        () -> {
          if (!world.sidecars.isEmpty()) {
            fault.run();
          }
        });
  }
}
