package dev.interlock.runner;

import dev.interlock.runner.api.AgentApi;
import dev.interlock.runner.api.Doors;
import dev.interlock.runner.api.EndUserTokens;
import dev.interlock.runner.api.ExecutionTrace;
import dev.interlock.runner.api.JwtTokens;
import dev.interlock.runner.execution.Engine;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.execution.Ports;
import dev.interlock.runner.execution.RandomIdentifiers;
import dev.interlock.runner.execution.Settings;
import dev.interlock.runner.execution.SystemTiming;
import dev.interlock.runner.journal.Journals;
import dev.interlock.runner.journal.SteadyClock;
import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.management.ManagementApi;
import dev.interlock.runner.management.ManagementToken;
import dev.interlock.runner.operation.InstanceId;
import dev.interlock.runner.policy.load.LivePolicies;
import dev.interlock.runner.policy.load.PolicyFiles;
import dev.interlock.runner.ratelimit.LocalRateLimits;
import dev.interlock.runner.telemetry.RunnerMetrics;
import dev.interlock.runner.telemetry.ToldInTurn;
import dev.interlock.runner.telemetry.TransitionLog;
import dev.interlock.runner.tool.http.CredentialFiles;
import dev.interlock.runner.tool.http.UpstreamSettings;
import dev.interlock.runner.tool.http.VertxUpstreams;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// A running sidecar, wired: this is where every adapter is made, and in which order they end.
final class Runner implements AutoCloseable {
  private static final Duration POLICY_POLL = Duration.ofSeconds(2);
  private static final int RECOVERY_FAILURES = 5;

  private final RunnerConfig config;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Engine engine;
  private final AgentApi agentApi;
  private final LivePolicies policies;
  private final Journal journal;
  private final int agentPort;
  private final String managementAddress;
  private volatile boolean draining;

  /// Starts everything.
  ///
  /// @param tokenFile where the management token is written
  /// @throws RuntimeException with a message for the user when something cannot be had; what was
  ///   opened before is closed again
  Runner(RunnerConfig config, java.nio.file.Path tokenFile) {
    this.config = config;
    try {
      // Compiling policies and opening the rest take as long as each other.
      var loading = CompletableFuture.supplyAsync(this::loadPolicies);
      opened(() -> loading.thenAccept(LivePolicies::close).exceptionally(_ -> null).join());
      journal =
          opened(
              Journals.open(
                  config.journal(), new SteadyClock(InstantSource.system(), System::nanoTime)));
      var vertx = Vertx.vertx();
      opened(() -> vertx.close().await());
      var metrics = new RunnerMetrics();
      policies = loaded(loading);
      engine = new Engine(ports(vertx, metrics), settings());
      metrics.executing(engine::executing);
      agentApi =
          opened(
              new AgentApi(
                  vertx,
                  new Doors(
                      engine.runner(), engine.runs(), journal, policies, config.agent(), tokens()),
                  JsonLimits.DEFAULT));
      var management =
          opened(
              new ManagementApi(
                  vertx,
                  new ManagementApi.Sources(
                      journal,
                      engine.decisions(),
                      metrics::scrape,
                      this::notReady,
                      ExecutionTrace::of)));
      var token = management.start(config.management().host(), config.management().port());
      managementAddress = token.address();
      engine.start();
      opened(this::stopEngine);
      agentPort = agentApi.start(config.listen().host(), config.listen().port());
      writeToken(token, tokenFile);
    } catch (RuntimeException e) {
      closeAll();
      throw e;
    }
  }

  private LivePolicies loadPolicies() {
    return LivePolicies.follow(
        new PolicyFiles(config.retention()), config.policies(), POLICY_POLL, _ -> {});
  }

  private static LivePolicies loaded(CompletableFuture<LivePolicies> loading) {
    try {
      return loading.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException why ? why : e;
    }
  }

  int agentPort() {
    return agentPort;
  }

  String managementAddress() {
    return managementAddress;
  }

  /// Drains: no new calls; what runs is finished in time or left to recovery.
  @Override
  public void close() {
    draining = true;
    agentApi.drain();
    closeAll();
  }

  /// Waits for what runs, unless the program never came to serve.
  private void stopEngine() {
    try {
      engine.stop(draining ? config.drain() : Duration.ZERO);
    } catch (JournalUnavailableException e) {
      // The lease lapses by itself.
    }
  }

  private Ports ports(Vertx vertx, RunnerMetrics metrics) {
    var settings =
        UpstreamSettings.DEFAULT.withVersion(Version.current()).withExtraTrust(config.trust());
    var upstreams = opened(upstreams(vertx, settings));
    return new Ports(
        journal,
        upstreams,
        policies,
        new LocalRateLimits(),
        new SystemTiming(),
        new RandomIdentifiers(),
        new ToldInTurn(List.of(metrics, new TransitionLog())));
  }

  private VertxUpstreams upstreams(Vertx vertx, UpstreamSettings settings) {
    try {
      return new VertxUpstreams(vertx, settings, new CredentialFiles(config.credentials()));
    } catch (IllegalArgumentException e) {
      throw new RunnerConfig.InvalidException(List.of("--trust: " + e.getMessage()));
    }
  }

  private Settings settings() {
    return new Settings(
        new InstanceId("runner-" + UUID.randomUUID()),
        config.agent(),
        config.retention(),
        config.lease(),
        RECOVERY_FAILURES);
  }

  private EndUserTokens tokens() {
    var given = config.tokens();
    return given == null
        ? EndUserTokens.none()
        : new JwtTokens(given.jwks(), given.issuer(), given.audience());
  }

  private List<String> notReady() {
    var missing = new ArrayList<String>();
    if (draining) {
      missing.add("draining: this runner is stopping");
    }
    if (!engine.maySend()) {
      missing.add("journal: the lease could not be renewed");
    }
    policies.lastProblem().ifPresent(problem -> missing.add("policies: " + problem));
    return draining || !engine.maySend() ? missing : List.of();
  }

  private static void writeToken(ManagementToken token, java.nio.file.Path file) {
    try {
      token.write(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the management token to " + file, e);
    }
  }

  private <T extends AutoCloseable> T opened(T resource) {
    opened.push(resource);
    return resource;
  }

  /// In the reverse order of opening; one that fails to close keeps none of the others open.
  private void closeAll() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        System.err.println("while stopping: " + e.getMessage());
      }
    }
  }
}
