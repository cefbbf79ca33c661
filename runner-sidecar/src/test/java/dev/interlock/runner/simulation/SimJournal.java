package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.CommitResult;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
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
import java.util.function.Supplier;

/// One process's connection to the shared journal: requests and answers take time, get lost, arrive
/// late and arrive twice. What is stored is stored by the real store.
final class SimJournal implements Journal {
  private final Journal store;
  private final World world;
  private final SimProcess process;
  private final String instance;

  SimJournal(Journal store, World world, SimProcess process, String instance) {
    this.store = store;
    this.world = world;
    this.process = process;
    this.instance = instance;
  }

  @Override
  public CommitResult commit(Transition transition) {
    return ask(
        "commit " + transition.id(),
        () -> {
          var result = store.commit(transition);
          if (result instanceof CommitResult.Committed) {
            world.invariants.onStored(transition);
            maybePause(transition);
          }
          return result;
        });
  }

  /// The worst moment to fall asleep: the intent is durable, and nothing was sent yet.
  private void maybePause(Transition transition) {
    var dice = dice("pause " + transition.id());
    if (transition.events().getLast() instanceof AttemptStarted
        && dice.chance(0.03, Step.PAUSE_BEFORE_SENDING)) {
      long length = dice.below(60_000_000_000L);
      world.story.tell("PAUSE before sending %s for %.1f s", transition.id(), length / 1e9);
      process.pauseUntil(world.scheduler.now() + length);
    }
  }

  /// Each kind of request about an operation has a source of chance of its own.
  private Dice dice(String what) {
    return world.dice(instance + " " + SimIdentifiers.brief(what));
  }

  private <T> T ask(String what, Supplier<T> request) {
    var dice = dice(what);
    world.scheduler.sleep(dice.latency());
    switch (dice.journalFault(what.startsWith("commit") ? 0.1 : 0.05)) {
      case JOURNAL_REQUEST_LOST -> throw lost(what, "request lost");
      case JOURNAL_REQUEST_LATE -> {
        world.scheduler.after(dice.latency() * 50, () -> unheard(request));
        throw lost(what, "request late");
      }
      case JOURNAL_ANSWER_LOST -> {
        unheard(request);
        world.scheduler.sleep(dice.latency());
        throw lost(what, "answer lost");
      }
      case JOURNAL_TWICE -> unheard(request);
      case null, default -> {}
    }
    var answer = request.get();
    world.scheduler.sleep(dice.latency());
    return answer;
  }

  /// Nobody hears the answer.
  private static void unheard(Supplier<?> request) {
    var _ = request.get();
  }

  private JournalUnavailableException lost(String what, String how) {
    world.story.tell("journal: %s: %s", how, what);
    return new JournalUnavailableException(what + ": " + how);
  }

  @Override
  public Optional<Snapshot> find(OperationId id) {
    return ask("find " + id, () -> store.find(id));
  }

  @Override
  public Optional<OperationId> holder(Claim claim) {
    return ask("holder", () -> store.holder(claim));
  }

  @Override
  public List<JournaledEvent> history(OperationId id) {
    return ask("history", () -> store.history(id));
  }

  @Override
  public List<Snapshot> list(Filter filter, int limit) {
    return ask("list", () -> store.list(filter, limit));
  }

  @Override
  public Run openRun(Run run) {
    return ask("open " + run.id(), () -> store.openRun(run));
  }

  @Override
  public Optional<Run> findRun(RunId id) {
    return ask("find run", () -> store.findRun(id));
  }

  @Override
  public void closeRun(RunId id) {
    ask(
        "close run",
        () -> {
          store.closeRun(id);
          return id;
        });
  }

  @Override
  public Optional<String> count(String once, List<Transition.CounterAdd> additions) {
    return ask("count", () -> store.count(once, additions));
  }

  @Override
  public Map<String, Long> counters(List<String> names) {
    return ask("counters", () -> store.counters(names));
  }

  @Override
  public void renewLease(InstanceId instance, Duration ttl) {
    ask(
        "renew",
        () -> {
          store.renewLease(instance, ttl);
          return ttl;
        });
  }

  @Override
  public void releaseLease(InstanceId instance) {
    ask(
        "release",
        () -> {
          store.releaseLease(instance);
          return instance;
        });
  }

  @Override
  public List<Snapshot> claimable(InstanceId instance, int limit) {
    return ask("claimable", () -> store.claimable(instance, limit));
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public Durability durability() {
    return Durability.FSYNC;
  }

  @Override
  public void close() {}
}
