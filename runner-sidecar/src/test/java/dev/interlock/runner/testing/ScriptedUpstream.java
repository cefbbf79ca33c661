package dev.interlock.runner.testing;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;

/// An upstream over real HTTP whose every answer is scripted, and who counts the effects that it
/// commits: that number is what the project is about. Listens on a free loopback port; one virtual
/// thread a connection.
public final class ScriptedUpstream implements AutoCloseable {
  private final ServerSocket listening;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
  private final List<ReceivedRequest> requests = new ArrayList<>();
  private final List<ReceivedRequest> effects = new ArrayList<>();
  private final AtomicInteger accepted = new AtomicInteger();
  private volatile Script script;
  private volatile boolean closed;

  private ScriptedUpstream(Script script) throws IOException {
    this.script = script;
    this.listening = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
  }

  /// Starts it.
  public static ScriptedUpstream start(Script script) {
    try {
      var upstream = new ScriptedUpstream(script);
      Thread.ofVirtual().name("scripted-upstream").start(upstream::accept);
      return upstream;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// From now on requests are answered by this script.
  public void follow(Script next) {
    script = next;
  }

  public int port() {
    return listening.getLocalPort();
  }

  /// Its address as a URL without path.
  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /// How many connections were made to it.
  public int connections() {
    return accepted.get();
  }

  /// All requests that arrived whole, in order of arrival.
  public synchronized List<ReceivedRequest> requests() {
    return List.copyOf(requests);
  }

  /// The requests whose effect was committed, in order.
  public synchronized List<ReceivedRequest> effects() {
    return List.copyOf(effects);
  }

  /// Whether a request with this value in this header has had its effect.
  public synchronized boolean hasEffect(String header, String value) {
    return effects.stream().anyMatch(request -> value.equals(request.header(header)));
  }

  /// Waits until the number of arrived requests satisfies the condition.
  public synchronized void awaitRequests(IntPredicate enough) throws InterruptedException {
    while (!enough.test(requests.size())) {
      wait();
    }
  }

  /// Waits until the number of committed effects satisfies the condition.
  public synchronized void awaitEffects(IntPredicate enough) throws InterruptedException {
    while (!enough.test(effects.size())) {
      wait();
    }
  }

  synchronized void commit(ReceivedRequest request) {
    effects.add(request);
    notifyAll();
  }

  private synchronized int arrived(ReceivedRequest request) {
    requests.add(request);
    notifyAll();
    return requests.size();
  }

  private void accept() {
    while (!closed) {
      try {
        var connection = listening.accept();
        connections.add(connection);
        accepted.incrementAndGet();
        Thread.ofVirtual().name("scripted-upstream-connection").start(() -> serve(connection));
      } catch (IOException e) {
        if (!closed) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      var in = new BufferedInputStream(connection.getInputStream());
      while (true) {
        var request = ReceivedRequest.read(in);
        if (request == null) {
          return;
        }
        int number = arrived(request);
        var reply = new Reply(this, request, connection, in);
        script.answer(number, request, reply);
        if (reply.isLast()) {
          return;
        }
      }
    } catch (IOException e) {
      // The peer went away, or this upstream was closed: both are part of scripts.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      connections.remove(connection);
    }
  }

  /// Stops listening and drops every connection.
  @Override
  public void close() {
    closed = true;
    try {
      listening.close();
      for (var connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
