package dev.interlock.runner.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.Answer;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.TransitionListener;
import dev.interlock.runner.operation.Approval;
import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.operation.JournaledEvent;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Reconciliation.AskPerson;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.Operation.Reported;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.OperationEvent.ApprovalDecided;
import dev.interlock.runner.operation.OperationEvent.ApprovalRequested;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import dev.interlock.runner.operation.OperationEvent.AuthorizationRechecked;
import dev.interlock.runner.operation.OperationEvent.CallAttached;
import dev.interlock.runner.operation.OperationEvent.CallProposed;
import dev.interlock.runner.operation.OperationEvent.OwnershipTaken;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.RunCounters;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.operation.Transition;
import dev.interlock.runner.operation.Transitions;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// I1 to I9 of the operation's design, checked while a schedule runs and after it.
@SuppressWarnings("AnnotateFormatMethod")
final class Invariants {
  private static final Duration DOUBT = Duration.ofSeconds(3);

  private final World world;
  private final Map<String, Integer> sends = new HashMap<>();
  private final Map<String, String> rules = new HashMap<>();
  private final Map<CallName, Integer> calls = new HashMap<>();
  private final Map<CallName, Integer> refused = new HashMap<>();

  Invariants(World world) {
    this.world = world;
  }

  private record CallName(RunId run, CallId call) {}

  /// Hears what an instance does.
  TransitionListener listener(InstanceId instance) {
    return new TransitionListener() {
      @Override
      public void committed(
          @Nullable Operation before, List<OperationEvent> events, Snapshot after) {
        world.story.tell(
            "%s: %s v%d %s -> %s",
            instance, after.id(), after.version(), new Brief(events), after.state().stateName());
      }

      @Override
      public void loopFailed(Snapshot snapshot, RuntimeException error) {
        throw new AssertionError("the loop of " + snapshot.id() + " failed: " + error, error);
      }
    };
  }

  /// At the moment in which the store has it.
  void onStored(Transition transition) {
    boolean begins =
        transition.events().stream()
            .anyMatch(event -> event instanceof AttemptStarted started && started.attempt() == 1);
    if (begins && transition.next().basis() instanceof Intent intent) {
      concurrency(transition.id(), intent);
    }
  }

  /// One operation at a time on a resource, and no more in flight than the policy lets.
  private void concurrency(OperationId id, Intent begun) {
    var others =
        world.store.list(Journal.Filter.UNRESOLVED, 10_000).stream()
            .map(Snapshot::state)
            .filter(state -> !state.id().equals(id) && state.basis() instanceof Intent)
            .filter(state -> state instanceof Executing || state instanceof OutcomeUnknown)
            .toList();
    for (var other : others) {
      var intent = (Intent) other.basis();
      check(
          begun.resource() == null || !begun.resource().equals(intent.resource()),
          "%s and %s run on %s at once",
          id,
          other.id(),
          begun.resource());
    }
    long inFlight =
        others.stream()
            .filter(state -> state instanceof Executing)
            .filter(state -> ((Intent) state.basis()).policy().name().equals(begun.policy().name()))
            .count();
    int limit = begun.limits().maxInFlight();
    check(limit == 0 || inFlight < limit, "%s begins beside %d others", id, inFlight);
  }

  private record Brief(List<OperationEvent> events) {
    @Override
    public String toString() {
      return events.stream().map(Object::toString).map(Brief::cut).toList().toString();
    }

    private static String cut(String event) {
      return event.length() > 90 ? event.substring(0, 90) + "…" : event;
    }
  }

  /// I3 and I5: the journal recorded the attempt before its first byte, and within the limit. What
  /// had its effect is never sent again under other rules.
  void onSend(String operation, String version) {
    var first = rules.putIfAbsent(operation, version);
    check(
        first == null || first.equals(version) || world.upstream.effectsOf(operation) == 0,
        "%s had its effect and is sent again under other rules",
        operation);
    int sent = sends.merge(operation, 1, Integer::sum);
    var history = world.store.history(new OperationId(operation));
    long recorded =
        history.stream().filter(entry -> entry.event() instanceof AttemptStarted).count();
    world.story.tell("send %s (%d of %d journaled)", operation, sent, recorded);
    check(sent <= recorded, "I3: %s was sent %d times, journaled %d", operation, sent, recorded);
    world
        .store
        .find(new OperationId(operation))
        .map(snapshot ->
            world.policies.maxAttempts(snapshot.state().basis().proposal().call().tool()))
        .ifPresent(max -> check(recorded <= max, "I5: %s has %d attempts", operation, recorded));
  }

  void onCall(Call call) {
    calls.merge(new CallName(call.runId(), call.callId()), 1, Integer::sum);
  }

  /// I4: nothing is told that the journal does not hold.
  void onAnswer(Answer answer) {
    if (answer instanceof Answer.Refused refusal
        && refusal.code() == ToolErrorCode.JOURNAL_UNAVAILABLE) {
      refused.merge(new CallName(refusal.run(), refusal.callId()), 1, Integer::sum);
    }
    if (answer instanceof Answer.Known(var told, _, _) && told.state().isTerminal()) {
      var stored = world.store.find(told.id()).orElseThrow();
      check(
          outcomeOf(stored.state()).equals(outcomeOf(told.state())),
          "I4: %s was told %s, the journal holds %s",
          told.id(),
          told.state(),
          stored.state());
    }
  }

  /// Everything that must hold once the schedule has come to rest.
  void atRest() {
    var all = world.store.list(Journal.Filter.ALL, 10_000);
    all.forEach(this::operationAtRest);
    identities(all);
    budgets(all);
    requests();
    refusals(all);
  }

  /// A call that was only ever refused has no effect, unless a peer took it over before it could be
  /// withdrawn: then the same call finds it there.
  private void refusals(List<Snapshot> all) {
    for (var snapshot : all) {
      var call = snapshot.state().basis().proposal().call();
      var name = new CallName(call.runId(), call.callId());
      check(
          !refused.containsKey(name)
              || !refused.get(name).equals(calls.get(name))
              || world.upstream.effectsOf(snapshot.id().value()) == 0
              || isFoundByOthers(snapshot),
          "%s had an effect although its caller was told that it was not taken",
          snapshot.id());
    }
  }

  /// Whether another call means it, or a peer has it.
  private boolean isFoundByOthers(Snapshot snapshot) {
    return world.store.history(snapshot.id()).stream()
        .anyMatch(entry ->
            entry.event() instanceof CallAttached || entry.event() instanceof OwnershipTaken);
  }

  /// Whether every operation has ended or waits for a person.
  boolean isSettled() {
    return world.store.list(Journal.Filter.UNRESOLVED, 10_000).stream()
        .allMatch(Invariants::waitsForPerson);
  }

  private static boolean waitsForPerson(Snapshot snapshot) {
    return snapshot.state() instanceof OutcomeUnknown unknown
        && unknown.next() instanceof AskPerson
        && snapshot.attention();
  }

  private void operationAtRest(Snapshot snapshot) {
    var id = snapshot.id();
    var history = world.store.history(id);
    world.coverage.history(history);
    var events = history.stream().map(JournaledEvent::event).toList();
    var first = (CallProposed) events.getFirst();
    check(
        Transitions.fold(Transitions.begin(first), events.subList(1, events.size()))
            .equals(snapshot.state()),
        "%s: the fold of its events is not its state",
        id);
    check(
        snapshot.state().isTerminal() || waitsForPerson(snapshot),
        "I7: %s came to rest in %s",
        id,
        snapshot.state());
    effects(snapshot, events);
  }

  /// I1, I6 and the truth of what is recorded.
  private void effects(Snapshot snapshot, List<OperationEvent> events) {
    int effects = world.upstream.effectsOf(snapshot.id().value());
    check(effects <= 1, "I1: %s had %d effects", snapshot.id(), effects);
    boolean isWrite = snapshot.state().basis() instanceof Intent intent && intent.risk().isWrite();
    if (snapshot.state().isTerminal() && isWrite) {
      int expected = outcomeOf(snapshot.state()) instanceof ToolOutcome.Succeeded ? 1 : 0;
      check(
          effects == expected,
          "%s is recorded as %s and has %d effects",
          snapshot.id(),
          outcomeOf(snapshot.state()),
          effects);
    }
    approvals(snapshot.id(), events);
    rulesThen(snapshot, events);
  }

  /// The rules as they were when execution began let it begin, and whoever had to approve had
  /// approved under them. A moment of doubt is left for what changed while it was decided.
  private void rulesThen(Snapshot snapshot, List<OperationEvent> events) {
    Approval.@Nullable Request asked = null;
    for (var event : events) {
      switch (event) {
        case ApprovalRequested(var request) -> asked = request;
        case AttemptStarted(_, var attempt, _, var at, _) when attempt == 1 -> {
          var tool = snapshot.state().basis().proposal().call().tool();
          var request = asked;
          check(
              world.policies.inForce(tool, at.minus(DOUBT), at.plus(DOUBT)).stream()
                  .anyMatch(contract -> lets(contract, request)),
              "%s began against the rules of its time",
              snapshot.id());
        }
        default -> {}
      }
    }
  }

  private static boolean lets(SimContract contract, Approval.@Nullable Request asked) {
    boolean approved =
        contract.approvals() == 0
            || (asked != null && asked.policyHash().equals(contract.ref().hash()));
    return !contract.denies() && approved;
  }

  /// I6: between the last request for approval and the first attempt, enough people said yes, each
  /// of them once and in time, and the rules were asked again.
  private void approvals(OperationId id, List<OperationEvent> events) {
    Approval.@Nullable Request asked = null;
    var granted = new HashSet<String>();
    boolean denied = false;
    boolean rechecked = false;
    for (var event : events) {
      switch (event) {
        case ApprovalRequested(var request) -> {
          asked = request;
          granted.clear();
          denied = false;
          rechecked = false;
        }
        case ApprovalDecided(var decision) -> {
          check(
              asked != null && decision.at().isBefore(asked.expiresAt()),
              "I6: %s was decided after the approval expired",
              id);
          check(
              !decision.granted() || granted.add(decision.approver()),
              "I6: %s was approved twice by one person",
              id);
          denied |= !decision.granted();
        }
        case AuthorizationRechecked(var allowed, _, _) -> rechecked = allowed;
        case AttemptStarted _ -> {
          check(
              asked == null || (granted.size() >= asked.required() && !denied),
              "I6: %s began unapproved",
              id);
          check(asked == null || rechecked, "%s began without asking the rules again", id);
        }
        default -> {}
      }
    }
  }

  /// I8: one run, tool and input is one operation that could act.
  private void identities(List<Snapshot> all) {
    var seen = new HashMap<String, OperationId>();
    for (var snapshot : all) {
      if (snapshot.state().basis() instanceof Intent intent
          && intent.risk().isWrite()
          && world.upstream.effectsOf(snapshot.id().value()) > 0) {
        var call = intent.proposal().call();
        var identity = call.runId() + " " + call.tool() + " " + intent.inputHash();
        var other = seen.put(identity, snapshot.id());
        check(other == null, "I8: %s and %s are the same call", snapshot.id(), other);
      }
    }
  }

  /// I9: budgets are not overshot, reservations and places are given back once.
  private void budgets(List<Snapshot> all) {
    var byRun =
        all.stream()
            .collect(Collectors.groupingBy(s -> s.state().basis().proposal().call().runId()));
    byRun.forEach(this::runBudget);
    for (var tool : world.policies.tools()) {
      var name = "in_flight/" + tool;
      long inFlight = world.store.counters(List.of(name)).getOrDefault(name, 0L);
      check(inFlight == 0, "%s is %d at rest", name, inFlight);
    }
  }

  private void runBudget(RunId run, List<Snapshot> operations) {
    var calls = RunCounters.toolCalls(run);
    var spend = RunCounters.spend(run);
    var counters = world.store.counters(List.of(calls, spend));
    long counted = counters.getOrDefault(calls, 0L);
    check(counted <= SimPolicies.BUDGET.maxToolCalls(), "I9: %s has %d calls", run, counted);
    long spent =
        operations.stream()
            .filter(s -> s.state().basis() instanceof Intent)
            .filter(s -> !isWithoutEffect(s.state()))
            .mapToLong(s -> ((Intent) s.state().basis()).reserved())
            .sum();
    check(
        counters.getOrDefault(spend, 0L) == spent,
        "I9: %s has spent %d, its operations %d",
        run,
        counters.getOrDefault(spend, 0L),
        spent);
    check(spent <= SimPolicies.BUDGET.maxSpend(), "I9: %s has spent %d", run, spent);
    long acted = operations.stream().filter(s -> s.state().basis() instanceof Intent).count();
    check(acted <= counted, "I9: %s has %d operations and counted %d", run, acted, counted);
  }

  private static boolean isWithoutEffect(Operation state) {
    return state.isTerminal()
        && switch (outcomeOf(state)) {
          case ToolOutcome.Rejected _, ToolOutcome.BudgetExhausted _ -> true;
          case ToolOutcome.Succeeded _, ToolOutcome.FailedPermanent _ -> false;
        };
  }

  /// I2: every attempt of an operation has the same key and the same bytes, and no other has its
  /// key.
  private void requests() {
    var keys = new HashMap<String, String>();
    var perOperation = new HashMap<String, HashSet<String>>();
    for (var sent : world.upstream.sent()) {
      var owner = keys.put(sent.key(), sent.operation());
      check(
          owner == null || owner.equals(sent.operation()),
          "I2: %s and %s share a key",
          sent.operation(),
          owner);
      var variants = perOperation.computeIfAbsent(sent.operation(), _ -> new HashSet<>());
      variants.add(sent.key() + " " + sent.body());
      check(variants.size() == 1, "I2: %s was sent as %s", sent.operation(), variants);
    }
  }

  static ToolOutcome.Final outcomeOf(Operation state) {
    return switch (state) {
      case Recorded recorded -> recorded.outcome();
      case Reported reported -> reported.recorded().outcome();
      default -> throw new IllegalArgumentException(state + " has no outcome");
    };
  }

  private static void check(boolean holds, String format, @Nullable Object... values) {
    assertThat(holds).as(format, values).isTrue();
  }
}
