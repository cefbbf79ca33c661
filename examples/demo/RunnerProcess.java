import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The runner, as a process of its own, and the command line that people use.
final class RunnerProcess {
  private static final Pattern READY =
      Pattern.compile("runner is ready: agents on (http://\\S+), management on http://(\\S+),.*");

  private final List<String> launcher;
  private final Path folder;
  private Process process;
  private String agentUrl;
  private String management;

  /// @param launcher the command that runs the runner
  /// @param folder holds its policies, its journal and its log
  RunnerProcess(List<String> launcher, Path folder) {
    this.launcher = launcher;
    this.folder = folder;
  }

  /// Where agents call.
  String agentUrl() {
    return agentUrl;
  }

  void start() throws IOException {
    var command = new ArrayList<>(launcher);
    command.addAll(
        List.of(
            "--policies",
            folder.resolve("policies").toString(),
            "--journal",
            journal(),
            "--listen",
            "127.0.0.1:0",
            "--management",
            "127.0.0.1:0"));
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = process.inputReader();
    var log = new StringBuilder();
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      log.append(line).append('\n');
      var ready = READY.matcher(line);
      if (ready.matches()) {
        agentUrl = ready.group(1);
        management = ready.group(2);
        Thread.ofVirtual().start(() -> keep(output));
        return;
      }
    }
    throw new IOException("the runner did not start:\n" + log);
  }

  private void keep(BufferedReader output) {
    try (var log =
        Files.newBufferedWriter(
            folder.resolve("runner.log"),
            java.nio.file.StandardOpenOption.CREATE,
            java.nio.file.StandardOpenOption.APPEND)) {
      output.transferTo(log);
    } catch (IOException e) {
      // The process was killed: that is the demo.
    }
  }

  /// SIGKILL: no shutdown hook, no flush, nothing.
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  void stop() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  /// Runs a verb of the command line; fails unless it succeeds.
  void verb(String... arguments) throws IOException, InterruptedException {
    Story.person("$ runner %s", String.join(" ", arguments));
    var command = new ArrayList<>(launcher);
    command.addAll(List.of(arguments));
    command.addAll(List.of("--journal", journal(), "--management", management));
    var verb = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(verb.getInputStream().readAllBytes());
    output.lines().forEach(line -> Story.person("  %s", line));
    if (verb.waitFor() != 0) {
      throw new IOException("runner " + String.join(" ", arguments) + " failed");
    }
  }

  private String journal() {
    return "file:" + folder.resolve("journal");
  }
}
