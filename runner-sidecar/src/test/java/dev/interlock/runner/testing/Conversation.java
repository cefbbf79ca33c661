package dev.interlock.runner.testing;

import dev.interlock.runner.execution.Answer;
import dev.interlock.runner.execution.Decisions;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.Upstreams;
import dev.interlock.runner.operation.Call;
import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.RunId;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.policy.ToolPolicies;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// An agent, an approver and the sidecar between them and an upstream. When the sidecar dies, the
/// next thing that is asked of it starts another one, once its lease has lapsed, and is asked
/// again: what a restarted container and its callers do.
public final class Conversation implements AutoCloseable {
  public static final RunId RUN = new RunId("run-1");
  private static final Duration LONG = Duration.ofSeconds(20);

  private final Journal journal;
  private final OffsetClock clock;
  private final Vertx vertx;
  private final Function<Death, Sidecar> starter;
  private final Death death;
  private Sidecar sidecar;

  /// Starts the first sidecar.
  ///
  /// @param journal stays the caller's, and goes by `clock`
  /// @param death where a sidecar dies
  public Conversation(
      Vertx vertx,
      Journal journal,
      OffsetClock clock,
      ToolPolicies policies,
      UnaryOperator<Upstreams> transport,
      Death death) {
    this.vertx = vertx;
    this.journal = journal;
    this.clock = clock;
    this.starter = mortality -> new Sidecar(this.vertx, journal, policies, mortality, transport);
    this.death = death;
    this.sidecar = started(death);
  }

  /// The model calls a tool; the answer is given to it, and that is noted.
  public Answer call(String callId, String tool, String arguments) {
    var call =
        new Call(new CallId(callId), tool, arguments, RUN, 1, Sidecar.AGENT, "0".repeat(32), null);
    var answer = survive(alive -> alive.engine().runner().call(call, LONG));
    if (answer instanceof Answer.Known known && known.snapshot().state().isTerminal()) {
      report(known);
    }
    return answer;
  }

  /// The same, while something else goes on.
  public CompletableFuture<Answer> begin(String callId, String tool, String arguments) {
    return CompletableFuture.supplyAsync(
        () -> call(callId, tool, arguments), Executors.newVirtualThreadPerTaskExecutor());
  }

  /// The model asks until the outcome is final; it is given to it, and that is noted.
  public Answer.Known untilFinal(String callId) {
    while (true) {
      var answer = survive(alive -> alive.engine().runner().check(RUN, new CallId(callId), LONG));
      if (answer instanceof Answer.Known known && known.snapshot().state().isTerminal()) {
        report(known);
        return known;
      }
    }
  }

  /// A person answers the approval that the call waits for.
  public Decisions.Verdict decide(String callId, String person, boolean granted) {
    return survive(alive ->
        alive
            .engine()
            .decisions()
            .approve(
                operation(callId),
                new Decisions.Person(person, List.of(), "local"),
                granted,
                null));
  }

  /// The user stops the call.
  public void cancel(String callId) {
    survive(alive -> alive.engine().runner().cancel(operation(callId), "agent"));
  }

  /// Kills the sidecar; another one starts when it is next needed.
  public void kill() {
    current().kill();
  }

  /// The operation behind a call.
  public OperationId operation(String callId) {
    return journal.holder(new Claim.OfCall(RUN, new CallId(callId))).orElseThrow();
  }

  /// The trace of the operation behind a call, once all that was noted is in it.
  public String trace(String callId) {
    return TraceLines.of(journal.history(operation(callId)));
  }

  /// All operations there are.
  public List<Snapshot> operations() {
    return journal.list(Journal.Filter.ALL, 1_000);
  }

  /// Written behind: waits for it, so that traces are whole.
  private void report(Answer.Known known) {
    var line = "reported " + known.callId();
    survive(alive -> {
      if (!trace(known.callId().value()).contains(line)) {
        alive.engine().runner().reported(known.snapshot().id(), known.callId(), "{}", true);
      }
      while (!trace(known.callId().value()).contains(line)) {
        alive.awaitCommit();
      }
      return known;
    });
  }

  private <T> T survive(Function<Sidecar, T> request) {
    while (true) {
      var alive = current();
      try {
        return request.apply(alive);
      } catch (Death.Killed e) {
        // The container starts again and the caller asks again.
      }
    }
  }

  private synchronized Sidecar current() {
    if (sidecar.isDead()) {
      clock.pass(Sidecar.LEASE.plusSeconds(1));
      sidecar = started(death.ofNext());
    }
    return sidecar;
  }

  private Sidecar started(Death mortality) {
    var fresh = starter.apply(mortality);
    fresh.awaitReady();
    return fresh;
  }

  @Override
  public void close() {
    current().kill();
  }
}
