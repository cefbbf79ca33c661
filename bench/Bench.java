import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// Measures the runner beside the machine's own 4 KiB synchronous write and a direct call, in one
/// run, and prints the results as a table.
///
/// Arguments: the command that runs the runner.
final class Bench {
  private static final int STARTS = 7;
  private static final int CALLS = 3_000;
  private static final int CLIENTS = 64;
  private static final int RETAINED = 100_000;

  private final List<String> launcher;
  private final Path root = Files.createTempDirectory(Path.of("bench"), "run-");
  private final int upstream = Wire.startUpstream();
  private final AtomicLong ids = new AtomicLong();

  private Bench(List<String> launcher) throws IOException {
    this.launcher = launcher;
  }

  public static void main(String[] launcher) throws Exception {
    var bench = new Bench(List.of(launcher));
    try {
      bench.run();
    } finally {
      try (var files = Files.walk(bench.root)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private void run() throws Exception {
    double write = syncWriteMillis();
    row("4 KiB write and sync, p50", "%.3f ms".formatted(write), "the unit");
    starts();
    var folder = folder("load");
    try (var runner = new RunnerUnderTest(launcher, folder)) {
      oneClient(runner, write);
      throughput(runner);
      retain(runner, RETAINED);
      retain(runner, 2 * RETAINED);
    }
    try (var again = new RunnerUnderTest(launcher, folder)) {
      row(
          "start with %,d finished operations".formatted(ids.get()),
          "%.2f s".formatted(again.readySeconds()),
          "at most 1.5 s");
    }
  }

  private double syncWriteMillis() throws IOException {
    var samples = new double[1_000];
    try (var file =
        FileChannel.open(
            root.resolve("write"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      var block = ByteBuffer.allocateDirect(4_096);
      for (int i = 0; i < samples.length; i++) {
        long start = System.nanoTime();
        file.write(block.clear(), 4_096L * i);
        file.force(false);
        samples[i] = (System.nanoTime() - start) / 1e6;
      }
    }
    return percentile(samples, 50);
  }

  private void starts() throws Exception {
    var ready = new double[STARTS];
    var first = new double[STARTS];
    for (int i = 0; i < STARTS; i++) {
      long start = System.nanoTime();
      try (var runner = new RunnerUnderTest(launcher, folder("start-" + i));
          var wire = new Wire(runner.port())) {
        ready[i] = runner.readySeconds();
        call(wire);
        first[i] = (System.nanoTime() - start) / 1e9;
      }
    }
    row("start to ready, median of " + STARTS, "%.2f s".formatted(percentile(ready, 50)), "");
    row(
        "start to first 200, median of " + STARTS,
        "%.2f s".formatted(percentile(first, 50)),
        "at most 0.6 s");
  }

  /// Direct and through the runner in turn, so that both meet the same machine.
  private void oneClient(RunnerUnderTest runner, double write) throws IOException {
    var direct = new double[CALLS];
    var through = new double[CALLS];
    try (var straight = new Wire(upstream);
        var wire = new Wire(runner.port())) {
      for (int i = -CALLS; i < CALLS; i++) {
        long start = System.nanoTime();
        straight.post("/v1/charges", "{\"amount\":1,\"order_id\":\"1\"}");
        long between = System.nanoTime();
        call(wire);
        if (i >= 0) {
          direct[i] = (between - start) / 1e6;
          through[i] = (System.nanoTime() - between) / 1e6;
        }
      }
    }
    double added = percentile(through, 50) - percentile(direct, 50);
    row("direct call, p50", "%.3f ms".formatted(percentile(direct, 50)), "");
    row("call through the runner, p50", "%.3f ms".formatted(percentile(through, 50)), "");
    row("call through the runner, p99", "%.3f ms".formatted(percentile(through, 99)), "");
    row(
        "added, p50",
        "%.3f ms = %.1f writes + 0.4 ms".formatted(added, Math.max(0, (added - 0.4) / write)),
        "at most 4 writes + 0.4 ms = %.3f ms".formatted(4 * write + 0.4));
  }

  private void throughput(RunnerUnderTest runner) throws Exception {
    load(runner, 10_000);
    int operations = 40_000;
    double seconds = load(runner, operations);
    row(
        "%d clients, same two cores".formatted(CLIENTS),
        "%,.0f operations/s".formatted(operations / seconds),
        "at least 5,000");
  }

  private void retain(RunnerUnderTest runner, int finished) throws Exception {
    load(runner, (int) (finished - ids.get()));
    Thread.sleep(12_000);
    row(
        "resident memory with %,d finished operations".formatted(ids.get()),
        "%d MiB".formatted(runner.residentMebibytes()),
        "at most 150 MiB, flat");
  }

  private double load(RunnerUnderTest runner, int operations) throws Exception {
    var left = new AtomicLong(operations);
    long start = System.nanoTime();
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.submit(() -> {
          try (var wire = new Wire(runner.port())) {
            while (left.getAndDecrement() > 0) {
              call(wire);
            }
          }
          return null;
        });
      }
    }
    return (System.nanoTime() - start) / 1e9;
  }

  private void call(Wire wire) throws IOException {
    long id = ids.incrementAndGet();
    var answer =
        wire.post(
            "/v1/tools/charge_card/calls",
            "{\"run_id\":\"run-%d\",\"call_id\":\"c%d\",\"arguments\":{\"order_id\":\"o%d\",\"amount\":5}}"
                .formatted(id / 100, id, id));
    if (!answer.startsWith("HTTP/1.1 200 ") || !answer.contains("\"status\":\"succeeded\"")) {
      throw new IOException("unexpected answer: " + answer);
    }
  }

  private Path folder(String name) throws IOException {
    var folder = root.resolve(name);
    var policies = Files.createDirectories(folder.resolve("policies"));
    Files.writeString(
        policies.resolve("charge.yaml"),
        Files.readString(Path.of("bench/charge.yaml")).replace(":8099", ":" + upstream));
    return folder;
  }

  private static double percentile(double[] samples, int percent) {
    var sorted = samples.clone();
    Arrays.sort(sorted);
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  private static void row(String what, String measured, String target) {
    System.out.printf("| %s | %s | %s |%n", what, measured, target);
  }
}
