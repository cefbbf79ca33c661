package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.execution.Timing;
import dev.interlock.runner.execution.Upstreams;
import dev.interlock.runner.outcome.OutcomeTable;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The upstream behind a bad network: it commits and then answers, delays, drops, fails in every
/// way that the outcome table knows, replays by key, says that the first one is still running, and
/// forgets keys after their time. It keeps to what the policy says of it. It lives on when a
/// sidecar dies: what was sent arrives.
final class SimUpstream {
  private static final long BUSY = Duration.ofMillis(200).toNanos();

  /// What was sent for an operation, in order: the key and the body.
  record Sent(String operation, String key, String body, String tool) {}

  private record Stored(long at, int status) {}

  private final World world;
  private final Map<String, Integer> effects = new HashMap<>();
  private final Map<String, Stored> byKey = new HashMap<>();
  private final List<Sent> sent = new ArrayList<>();

  SimUpstream(World world) {
    this.world = world;
  }

  /// How many effects exist for this operation.
  int effectsOf(String operation) {
    return effects.getOrDefault(operation, 0);
  }

  List<Sent> sent() {
    return sent;
  }

  /// The way to it from one process.
  Upstreams from(SimProcess process) {
    var timing = new SimTiming(world.scheduler, process);
    return (request, timeout, cancellation) -> send(request, timeout, cancellation, timing);
  }

  private Signal send(
      HttpRequest request, Duration timeout, Cancellation cancellation, Timing timing) {
    var dice = dice(request);
    var row = request.method().equals("POST") ? world.oddAnswer(tool(request), dice) : null;
    if (row != null && row.signal() instanceof Signal.NothingSent nothing) {
      world.scheduler.sleep(dice.latency());
      world.coverage.outcome(row.toString(), world.policies.contract(tool(request)).column());
      return nothing;
    }
    var exchange = new Exchange(request, timing.newWakeup(), row);
    exchange.depart();
    if (row != null && row.signal() instanceof Signal.NoCompleteResponse broken) {
      world.scheduler.sleep(dice.latency());
      world.coverage.outcome(row.toString(), world.policies.contract(tool(request)).column());
      return broken;
    }
    try (var _ = cancellation.onRequest(exchange.wakeup::wake)) {
      long end = world.scheduler.now() + timeout.toNanos();
      while (exchange.answer == null && !cancellation.isRequested()) {
        long left = end - world.scheduler.now();
        if (left <= 0) {
          return broken(Signal.Interruption.TIMEOUT);
        }
        exchange.wakeup.await(Duration.ofNanos(left));
      }
    }
    var answer = exchange.answer;
    return answer == null ? broken(Signal.Interruption.CANCELLED) : answer;
  }

  private static Signal broken(Signal.Interruption why) {
    return new Signal.NoCompleteResponse(why, 0, why.name());
  }

  /// Each operation's requests have a source of chance of their own.
  private Dice dice(HttpRequest request) {
    return world.dice(SimIdentifiers.brief(header(request, "operation")));
  }

  private static String header(HttpRequest request, String name) {
    return request.headers().stream()
        .filter(header -> header.name().equals(name))
        .map(HttpRequest.Header::value)
        .findFirst()
        .orElseThrow();
  }

  private static String tool(HttpRequest request) {
    return request.target().substring(1);
  }

  /// One request on the wire.
  private final class Exchange {
    private final HttpRequest request;
    private final Timing.Wakeup wakeup;
    private final OutcomeTable.@Nullable Row row;
    private final Dice dice;
    private @Nullable Signal answer;

    Exchange(HttpRequest request, Timing.Wakeup wakeup, OutcomeTable.@Nullable Row row) {
      this.request = request;
      this.wakeup = wakeup;
      this.row = row;
      this.dice = dice(request);
    }

    private String header(String name) {
      return SimUpstream.header(request, name);
    }

    /// The bytes leave now; they arrive later, or never.
    void depart() {
      if (request.method().equals("POST")) {
        world.invariants.onSend(header("operation"), header("rules"));
        sent.add(
            new Sent(
                header("operation"),
                header("idempotency-key"),
                new String(request.body(), StandardCharsets.UTF_8),
                request.target()));
      }
      if (dice.chance(0.08, Step.REQUEST_LOST)) {
        world.story.tell("network: request lost %s", header("operation"));
        return;
      }
      world.scheduler.after(dice.networkDelay(), this::arrive);
    }

    private void arrive() {
      if (request.method().equals("GET")) {
        boolean found = effectsOf(header("operation")) > 0;
        respond(dice.chance(0.2, Step.LOOK_UP_FAILS) ? 500 : 200, String.valueOf(found));
        return;
      }
      var contract = world.policies.contract(tool(request));
      boolean keyed = tool(request).startsWith("keyed");
      var stored = keyed ? byKey.get(header("idempotency-key")) : null;
      if (stored == null
          || world.scheduler.now() - stored.at() >= SimContract.RETENTION.toNanos()) {
        serve(keyed, contract);
      } else if (stored.status() != 0) {
        respond(stored.status(), "replayed");
      } else if (contract.says().inFlight() != 0) {
        respond(contract.says().inFlight(), "still running");
      } else {
        world.scheduler.after(BUSY, this::arrive);
      }
    }

    private void serve(boolean keyed, SimContract contract) {
      if (row != null && row.signal() instanceof Signal.Response response) {
        serveOddly(row, response, keyed, contract);
        return;
      }
      int drawn = dice.below(100);
      boolean asUsual = drawn >= 40 || world.isCalm() || !dice.happens(Step.UPSTREAM_FAILS);
      int kind = asUsual ? 99 : drawn;
      if (kind < 12) {
        respond(503, "not now");
      } else if (kind < 18) {
        respond(429, "slow down");
      } else if (kind < 22) {
        respond(400, "no");
      } else if (kind < 26) {
        store(keyed, 500);
        respond(500, "failed before doing anything");
      } else {
        int status = kind < 32 ? 500 : 200;
        long work = kind < 40 ? dice.networkDelay() : dice.latency();
        store(keyed, 0);
        world.scheduler.after(
            work,
            () -> {
              commit(keyed, status);
              respond(status, contract.risk().isWrite() ? "done" : "read");
            });
      }
    }

    /// A row of the outcome table: what it takes for certain is certain here, what it takes for
    /// ambiguous is so.
    private void serveOddly(
        OutcomeTable.Row odd, Signal.Response response, boolean keyed, SimContract contract) {
      var means = odd.cell(contract.column());
      world.coverage.outcome(odd.toString(), contract.column());
      if (means.startsWith("pending")) {
        store(keyed, 0);
        world.scheduler.after(dice.networkDelay(), () -> commit(keyed, 200));
        respond(
            new Signal.Response(
                202,
                Map.of("location", List.of("/jobs/" + header("operation"))),
                response.body(),
                false));
        return;
      }
      boolean ambiguous = means.startsWith("retry with the key") || means.startsWith("unknown");
      if (means.startsWith("succeeded") || (ambiguous && dice.random().nextBoolean())) {
        commit(keyed, response.status());
      }
      respond(response);
    }

    private void commit(boolean keyed, int status) {
      if (tool(request).equals("read")) {
        return;
      }
      effects.merge(header("operation"), 1, Integer::sum);
      world.story.tell("upstream: EFFECT %s", header("operation"));
      store(keyed, status);
    }

    private void store(boolean keyed, int status) {
      if (keyed) {
        byKey.put(header("idempotency-key"), new Stored(world.scheduler.now(), status));
      }
    }

    private void respond(int status, String body) {
      respond(new Signal.Response(status, Map.of(), body.getBytes(StandardCharsets.UTF_8), false));
    }

    private void respond(Signal.Response response) {
      if (dice.chance(0.12, Step.RESPONSE_LOST)) {
        world.story.tell("network: response %d lost %s", response.status(), header("operation"));
        return;
      }
      world.scheduler.after(
          dice.networkDelay(),
          () -> {
            answer = response;
            wakeup.wake();
          });
    }
  }
}
