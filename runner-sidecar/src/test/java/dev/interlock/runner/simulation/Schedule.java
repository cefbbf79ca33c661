package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.Decisions;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Reconciliation.AskPerson;
import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// One schedule: agents that call and call again, people who decide, and faults, all drawn from the
/// seed; then calm, then the invariants.
final class Schedule {
  private static final long STORM = Duration.ofMinutes(2).toNanos();
  private static final Duration SURELY_OVER = Duration.ofMinutes(1);
  private static final long SLICE = Duration.ofSeconds(10).toNanos();
  private static final long LATE = Duration.ofSeconds(40).toNanos();
  private static final long REST = Duration.ofMinutes(8).toNanos();

  private final World world;
  private final Dice agents;
  private final Dice people;
  private final Dice faults;
  private int calls;

  Schedule(long seed) {
    this(seed, null);
  }

  /// @param only the names of the steps that may happen; null for all
  Schedule(long seed, @Nullable Set<String> only) {
    world = new World(seed, only);
    agents = world.dice("agents");
    people = world.dice("people");
    faults = world.dice("faults");
  }

  /// The names of the steps that happened, in order.
  Set<String> steps() {
    return world.steps.taken();
  }

  /// What it took, once it has run.
  Coverage coverage() {
    return world.coverage;
  }

  /// Runs it. Throws an `AssertionError` that tells the whole story when an invariant breaks.
  void run() {
    try {
      int sidecars = 1 + agents.below(3);
      for (int i = 0; i < sidecars; i++) {
        world.startSidecar();
      }
      int number = 1 + agents.below(3);
      for (int i = 0; i < number; i++) {
        agent(new RunId("run-" + agents.below(2)));
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
    int proposed = 1 + agents.below(4);
    for (int i = 0; i < proposed; i++) {
      var tools = world.policies.tools();
      var tool = agents.anyOf(tools);
      var order = "%d-%d".formatted(agents.below(3), agents.below(2));
      int times = 1 + agents.below(3);
      var call = new CallId("call-" + ++calls);
      long first = agents.below(30_000_000_000L);
      for (int again = 0; again < times; again++) {
        var id = agents.random().nextBoolean() ? call : new CallId("call-" + ++calls);
        // Some come again at nearly the same time, some much later.
        long at = first + again * agents.below(agents.random().nextBoolean() ? 60_000_000L : SLICE);
        after(agents, at, Step.CALL, () -> call(run, id, tool, order));
        if (agents.below(8) == 0) {
          long soon = at + agents.below(6_000_000_000L);
          after(agents, soon, Step.CANCEL, () -> cancel(run, id));
        }
      }
    }
  }

  private void call(RunId run, CallId id, String tool, String order) {
    var dice = world.dice(id.value());
    var sidecar = world.anySidecar(dice);
    var call =
        new Call(
            id,
            tool,
            dice.below(20) == 0 ? "{\"order\":" : "{\"order\": \"%s\"}".formatted(order),
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
            if (dice.chance(0.15, Step.CANCEL)) {
              world.story.tell("agent: cancel %s", known.snapshot().id());
              unlessAway(() -> sidecar.engine().runner().cancel(known.snapshot().id(), "agent"));
            }
          }
        });
  }

  /// The user stops a call while it is under way, through any sidecar.
  private void cancel(RunId run, CallId id) {
    var sidecar = world.anySidecar(world.dice(id.value()));
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
      var name = "person-" + people.below(4);
      boolean granted = people.below(5) > 0;
      after(people, people.below(STORM), Step.APPROVAL, () -> decide(name, granted));
      after(people, people.below(STORM + REST / 2), Step.RESOLUTION, () -> resolve(name));
    }
  }

  /// A person tells what became of whatever asks for people for so long that nothing of it can
  /// still be under way.
  private void resolve(String name) {
    var sidecar = world.anySidecar(people);
    world.scheduler.start(
        name,
        sidecar.process(),
        () ->
            world.store.list(Journal.Filter.ATTENTION, 100).stream()
                .filter(snapshot ->
                    snapshot.state() instanceof OutcomeUnknown unknown
                        && unknown.next() instanceof AskPerson
                        && unknown.since().plus(SURELY_OVER).isBefore(world.store.now()))
                .forEach(snapshot -> {
                  boolean done = world.upstream.effectsOf(snapshot.id().value()) > 0;
                  var without = people.random().nextBoolean() ? Found.FAILED : Found.NOT_EXECUTED;
                  unlessAway(() ->
                      sidecar
                          .engine()
                          .decisions()
                          .resolve(
                              snapshot.id(),
                              new Decisions.Person(name, List.of(), "local"),
                              done ? Found.COMMITTED : without,
                              null,
                              null));
                }));
  }

  private void after(Dice dice, long delay, Step step, Runnable action) {
    world.scheduler.after(
        delay,
        () -> {
          if (!world.sidecars.isEmpty() && dice.happens(step)) {
            action.run();
          }
        });
  }

  private void decide(String name, boolean granted) {
    var sidecar = world.anySidecar(people);
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
    int crashes = faults.below(4);
    for (int i = 0; i < crashes; i++) {
      at(Step.CRASH, () -> world.crash(world.anySidecar(faults)));
    }
    int pauses = faults.below(3);
    for (int i = 0; i < pauses; i++) {
      at(
          Step.PAUSE,
          () -> {
            var sidecar = world.anySidecar(faults);
            long length = faults.below(40_000_000_000L);
            world.story.tell("PAUSE %s for %.1f s", sidecar.instance(), length / 1e9);
            sidecar.process().pauseUntil(world.scheduler.now() + length);
          });
    }
    int jumps = Math.max(faults.below(6) - 3, 0);
    for (int i = 0; i < jumps; i++) {
      at(
          Step.CLOCK_JUMP,
          () -> {
            var by = Duration.ofSeconds(faults.below(240) - 120);
            world.story.tell("CLOCK jumps by %s", by);
            world.clock.jump(by);
          });
    }
    int changes = faults.below(5);
    for (int i = 0; i < changes; i++) {
      at(
          Step.POLICY_CHANGE,
          () -> {
            world.story.tell("POLICY changes");
            world.policies.change();
          });
    }
  }

  private void at(Step step, Runnable fault) {
    after(faults, faults.below(STORM - 45_000_000_000L), step, fault);
  }
}
