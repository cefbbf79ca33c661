package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.Cancellation;
import dev.interlock.runner.execution.Timing;
import dev.interlock.runner.execution.Upstreams;
import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The upstream behind a bad network: it commits and then answers, delays, drops, fails, replays by
/// key, says that the first one is still running, and forgets keys after their time. It lives on
/// when a sidecar dies: what was sent arrives.
final class SimUpstream {
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
    if (world.chance(0.08)) {
      world.scheduler.sleep(world.latency());
      return new Signal.NothingSent(Signal.Obstacle.CONNECTION_REFUSED, "refused");
    }
    var exchange = new Exchange(request, timing.newWakeup());
    exchange.depart();
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

  /// One request on the wire.
  private final class Exchange {
    private final HttpRequest request;
    private final Timing.Wakeup wakeup;
    private @Nullable Signal answer;

    Exchange(HttpRequest request, Timing.Wakeup wakeup) {
      this.request = request;
      this.wakeup = wakeup;
    }

    private String header(String name) {
      return request.headers().stream()
          .filter(header -> header.name().equals(name))
          .map(HttpRequest.Header::value)
          .findFirst()
          .orElseThrow();
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
      if (world.chance(0.08)) {
        world.story.tell("network: request lost %s", header("operation"));
        return;
      }
      world.scheduler.after(world.networkDelay(), this::arrive);
    }

    private void arrive() {
      if (request.method().equals("GET")) {
        boolean found = effectsOf(header("operation")) > 0;
        respond(world.chance(0.2) ? 500 : 200, String.valueOf(found));
        return;
      }
      boolean keyed = request.target().startsWith("/keyed");
      var stored = keyed ? byKey.get(header("idempotency-key")) : null;
      if (stored != null && world.scheduler.now() - stored.at() < SimContract.RETENTION.toNanos()) {
        respond(stored.status() == 0 ? 409 : stored.status(), "replayed");
        return;
      }
      serve(keyed);
    }

    private void serve(boolean keyed) {
      int dice = world.random.nextInt(100);
      if (dice < 12) {
        respond(503, "not now");
      } else if (dice < 18) {
        respond(429, "slow down");
      } else if (dice < 22) {
        respond(400, "no");
      } else if (dice < 26) {
        store(keyed, 500);
        respond(500, "failed before doing anything");
      } else {
        store(keyed, 0);
        long work = dice < 40 ? world.networkDelay() : world.latency();
        world.scheduler.after(work, () -> commit(keyed, dice < 32 ? 500 : 200));
      }
    }

    private void commit(boolean keyed, int status) {
      if (request.target().startsWith("/read")) {
        respond(status, "read");
        return;
      }
      effects.merge(header("operation"), 1, Integer::sum);
      world.story.tell("upstream: EFFECT %s", header("operation"));
      store(keyed, status);
      respond(status, "done");
    }

    private void store(boolean keyed, int status) {
      if (keyed) {
        byKey.put(header("idempotency-key"), new Stored(world.scheduler.now(), status));
      }
    }

    private void respond(int status, String body) {
      if (world.chance(0.12)) {
        world.story.tell("network: response %d lost %s", status, header("operation"));
        return;
      }
      world.scheduler.after(
          world.networkDelay(),
          () -> {
            answer =
                new Signal.Response(status, Map.of(), body.getBytes(StandardCharsets.UTF_8), false);
            wakeup.wake();
          });
    }
  }
}
