package dev.interlock.runner.testing;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The real program in a process of its own, from the classes under test and with the libraries and
/// the log configuration that it has in production.
public final class RunnerProgram implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("runner is ready: agents on (http://\\S+), management on (http://\\S+),.*");
  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Process process;
  private final List<String> lines = new ArrayList<>();
  private boolean ended;

  private RunnerProgram(Process process) {
    this.process = process;
    Thread.ofVirtual().name("runner-output").start(() -> read(process.inputReader()));
  }

  /// Starts it with these arguments and this environment besides the test's own.
  public static RunnerProgram start(Map<String, String> environment, String... arguments) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", productionClassPath(), "dev.interlock.runner.Main"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment);
    try {
      return new RunnerProgram(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Starts it on free ports and waits until it is ready.
  public static RunnerProgram serving(Path policies, Path journal, String... more) {
    var arguments =
        new ArrayList<>(
            List.of(
                "--policies=" + policies,
                "--journal=file:" + journal,
                "--listen=127.0.0.1:0",
                "--management=127.0.0.1:0"));
    arguments.addAll(List.of(more));
    var program = start(Map.of(), arguments.toArray(String[]::new));
    program.awaitLine(READY.asMatchPredicate());
    return program;
  }

  private static String productionClassPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.contains("test-classes"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private void read(BufferedReader output) {
    try {
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        add(line);
      }
    } catch (IOException e) {
      add(String.valueOf(e.getMessage()));
    }
    synchronized (this) {
      ended = true;
      notifyAll();
    }
  }

  private synchronized void add(String line) {
    lines.add(line);
    notifyAll();
  }

  /// The first line of that kind, once it was written.
  public synchronized String awaitLine(Predicate<String> wanted) {
    try {
      int seen = 0;
      while (true) {
        for (; seen < lines.size(); seen++) {
          if (wanted.test(lines.get(seen))) {
            return lines.get(seen);
          }
        }
        if (ended) {
          throw new AssertionError("the program ended without it:\n" + String.join("\n", lines));
        }
        wait();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Everything that it wrote, once it has ended.
  public synchronized String allOutput() {
    try {
      while (!ended) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return String.join("\n", lines);
  }

  /// Where agents call.
  public String agents() {
    return ready(1);
  }

  /// Its management port, as a URL.
  public String management() {
    return ready(2);
  }

  private String ready(int group) {
    var matcher = READY.matcher(awaitLine(READY.asMatchPredicate()));
    if (!matcher.matches()) {
      throw new IllegalStateException("the line matched before");
    }
    return matcher.group(group);
  }

  /// A call of a tool, as an agent makes it, with the call id as its run too.
  public HttpResponse<String> call(String tool, String callId, String arguments, String prefer) {
    var body =
        "{\"run_id\":\"%s\",\"call_id\":\"%s\",\"arguments\":%s}"
            .formatted(callId, callId, arguments);
    return send(
        HttpRequest.newBuilder(URI.create(agents() + "/v1/tools/" + tool + "/calls"))
            .header("Content-Type", "application/json")
            .header("Prefer", prefer)
            .POST(BodyPublishers.ofString(body)));
  }

  public HttpResponse<String> get(String url) {
    return send(HttpRequest.newBuilder(URI.create(url)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  /// SIGTERM.
  public void terminate() {
    // Process.destroy would close its output with it.
    process.toHandle().destroy();
  }

  /// Its exit status, once it has ended.
  public int exitStatus() {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The program, however it stands, is gone.
  @Override
  public void close() {
    process.destroyForcibly();
    int _ = exitStatus();
  }

  /// What a verb wrote and how it ended.
  public record Finished(int status, String output) {}

  /// Runs it to its end.
  public static Finished run(@Nullable Map<String, String> environment, String... arguments) {
    try (var program = start(environment == null ? Map.of() : environment, arguments)) {
      return new Finished(program.exitStatus(), program.allOutput());
    }
  }
}
