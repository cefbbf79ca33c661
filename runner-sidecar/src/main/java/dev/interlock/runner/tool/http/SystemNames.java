package dev.interlock.runner.tool.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The operating system's name resolution, with the JDK's cache. It blocks in native code, so it
/// runs on a few threads of its own: a slow name server must not hold the carriers of virtual
/// threads. Lookups of one host that overlap are one lookup, which bounds the queue by the number
/// of hosts in the policies.
final class SystemNames implements NameResolution, AutoCloseable {
  private static final int THREADS = 4;

  private final ConcurrentHashMap<String, CompletableFuture<List<InetAddress>>> running =
      new ConcurrentHashMap<>();
  private final ExecutorService threads;

  SystemNames() {
    var pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("interlock-names-", 0).factory());
    pool.allowCoreThreadTimeOut(true);
    threads = pool;
  }

  @Override
  public CompletableFuture<List<InetAddress>> resolve(String host) {
    var mine = new CompletableFuture<List<InetAddress>>();
    var theirs = running.putIfAbsent(host, mine);
    if (theirs != null) {
      return theirs;
    }
    var _ =
        CompletableFuture.supplyAsync(() -> lookUp(host), threads)
            .whenComplete((addresses, failure) -> {
              running.remove(host);
              if (failure == null) {
                mine.complete(addresses);
              } else {
                mine.completeExceptionally(failure.getCause());
              }
            });
    return mine;
  }

  private static List<InetAddress> lookUp(String host) {
    try {
      return List.of(InetAddress.getAllByName(host));
    } catch (UnknownHostException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
