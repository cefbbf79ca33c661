package dev.interlock.runner.journal.embedded;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.journal.Change;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;

/// A process of its own that commits to a journal as fast as it can until it is killed. Each of its
/// writers creates one operation and then changes it again and again; it says `<operation>
/// <version>` once that version was acknowledged, and never before.
final class CommittingProcess implements AutoCloseable {
  private static final Settings BUSY =
      new Settings(1 << 20, 64 << 10, 1 << 20, Duration.ofMillis(100), 0);

  private final Process process;
  private final BufferedReader output;
  private final Map<Integer, Long> acknowledged = new HashMap<>();

  private CommittingProcess(Process process) {
    this.process = process;
    this.output = process.inputReader();
  }

  /// @param first the number of the first operation; each of 8 writers has one
  static CommittingProcess start(Path folder, int first) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return new CommittingProcess(
        new ProcessBuilder(
                java,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                CommittingProcess.class.getName(),
                folder.toString(),
                Integer.toString(first))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start());
  }

  long pid() {
    return process.pid();
  }

  /// Reads acknowledgements until there were this many.
  void awaitAcknowledgements(int count) throws IOException {
    for (int seen = 0; seen < count; seen++) {
      if (!readOne()) {
        throw new IllegalStateException("the process ended by itself");
      }
    }
  }

  private boolean readOne() throws IOException {
    var line = output.readLine();
    if (line == null || !line.endsWith(".")) {
      return false;
    }
    var words = line.substring(0, line.length() - 1).split(" ", -1);
    acknowledged.merge(Integer.parseInt(words[0]), Long.parseLong(words[1]), Math::max);
    return true;
  }

  /// SIGKILL. Unlike `Process.destroyForcibly` it leaves what the process said readable.
  private void kill9() {
    process.toHandle().destroyForcibly();
  }

  /// Kills the process with SIGKILL.
  ///
  /// @return the newest version that was acknowledged, by operation
  Map<Integer, Long> kill() throws IOException, InterruptedException {
    kill9();
    while (readOne()) {
      // What it said before it died counts.
    }
    process.waitFor();
    return acknowledged;
  }

  @Override
  public void close() {
    kill9();
    process.onExit().join();
  }

  public static void main(String[] args) {
    var journal = Folders.open(Path.of(args[0]), InstantSource.system(), BUSY);
    int first = Integer.parseInt(args[1]);
    try (var writers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int writer = 0; writer < 8; writer++) {
        int operation = first + writer;
        writers.execute(() -> {
          acknowledged(journal.commit(Change.create(operation).transition()), operation);
          for (long version = 1; ; version++) {
            var change = Change.step(operation, version).add("count", 1, Long.MAX_VALUE);
            acknowledged(journal.commit(change.transition()), operation);
          }
        });
      }
    }
  }

  private static void acknowledged(Object result, int operation) {
    var version = ((Committed) result).snapshot().version();
    PrintStream out = System.out;
    synchronized (out) {
      out.println(operation + " " + version + ".");
      out.flush();
    }
  }
}
