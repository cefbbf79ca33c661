package dev.interlock.runner.testing;

import dev.interlock.runner.execution.Engine;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.Ports;
import dev.interlock.runner.execution.RandomIdentifiers;
import dev.interlock.runner.execution.Settings;
import dev.interlock.runner.execution.Upstreams;
import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.policy.ToolPolicies;
import dev.interlock.runner.tool.http.CredentialFiles;
import dev.interlock.runner.tool.http.UpstreamSettings;
import dev.interlock.runner.tool.http.VertxUpstreams;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/// A running engine with real HTTP towards upstreams, on a journal that outlives it.
public final class Sidecar {
  public static final Agent AGENT = new Agent("shop", "pod", "agent", Map.of());
  public static final Duration LEASE = Duration.ofSeconds(30);
  private static final AtomicInteger STARTED = new AtomicInteger();

  private final Engine engine;
  private final Death death;
  private final Semaphore commits = new Semaphore(0);

  /// Starts it.
  ///
  /// @param transport wraps the way to the upstreams
  public Sidecar(
      Vertx vertx,
      Journal store,
      ToolPolicies policies,
      Death death,
      UnaryOperator<Upstreams> transport) {
    this.death = death;
    var http =
        new VertxUpstreams(vertx, UpstreamSettings.DEFAULT, new CredentialFiles(Path.of("none")));
    death.thenDo(http::close);
    var wrapped = transport.apply(http);
    Upstreams mortal =
        (request, timeout, cancellation) -> {
          death.check();
          var signal = wrapped.send(request, timeout, cancellation);
          death.check();
          return signal;
        };
    var ports =
        new Ports(
            new MortalJournal(store, death),
            mortal,
            () -> policies,
            (_, _) -> Duration.ZERO,
            new MortalTiming(death),
            new RandomIdentifiers(),
            (_, _, _) -> commits.release());
    var instance = new InstanceId("sidecar-" + STARTED.incrementAndGet());
    engine = new Engine(ports, new Settings(instance, AGENT, Duration.ofDays(2), LEASE, 5));
    engine.start();
  }

  public Engine engine() {
    return engine;
  }

  public boolean isDead() {
    return death.isDead();
  }

  /// Waits until it holds its lease: what a readiness probe waits for.
  void awaitReady() {
    while (!engine.maySend()) {
      awaitCommit();
    }
  }

  /// Waits until something is committed, or at most a moment.
  void awaitCommit() {
    death.check();
    try {
      boolean _ = commits.tryAcquire(2, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// SIGKILL, inside the test's process.
  public void kill() {
    death.now();
  }
}
