import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The runner, as a process of its own, started as people start it.
final class RunnerUnderTest implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("runner is ready: agents on http://127.0.0.1:(\\d+),.*");

  private final Process process;
  private final int port;
  private final long readyNanos;

  RunnerUnderTest(List<String> launcher, Path folder) throws IOException {
    long start = System.nanoTime();
    var command = new ArrayList<>(launcher);
    command.addAll(
        List.of(
            "--policies",
            folder.resolve("policies").toString(),
            "--journal",
            "file:" + folder.resolve("journal"),
            "--listen",
            "127.0.0.1:0",
            "--management",
            "127.0.0.1:0"));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = process.inputReader();
    var told = new StringBuilder();
    while (true) {
      var line = output.readLine();
      if (line == null) {
        throw new IOException("the runner did not start:\n" + told);
      }
      told.append(line).append('\n');
      var ready = READY.matcher(line);
      if (ready.matches()) {
        port = Integer.parseInt(ready.group(1));
        readyNanos = System.nanoTime() - start;
        break;
      }
    }
    // Its log is read as a supervisor would, and thrown away.
    Thread.ofPlatform().daemon().start(() -> drain(output));
  }

  private static void drain(BufferedReader output) {
    try {
      while (output.readLine() != null) {
        // Nobody reads it here.
      }
    } catch (IOException e) {
      // The runner was stopped.
    }
  }

  int port() {
    return port;
  }

  /// From the start of the process until it said that it serves.
  double readySeconds() {
    return readyNanos / 1e9;
  }

  /// Resident memory, after what was freed was given back.
  long residentMebibytes() throws IOException {
    for (var line : Files.readAllLines(Path.of("/proc", "" + process.pid(), "status"))) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1_024;
      }
    }
    throw new IOException("no VmRSS");
  }

  @Override
  public void close() throws Exception {
    process.toHandle().destroy();
    process.waitFor();
  }
}
