import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/// Runs the runner once as people do, so that the JVM learns what it will need: it starts, serves
/// some calls over real HTTP, answers a probe, and stops.
///
/// Arguments: the command that runs the runner.
final class Train {
  private static final Pattern READY =
      Pattern.compile("runner is ready: agents on (http://\\S+), management on (http://\\S+),.*");

  public static void main(String[] command) throws Exception {
    var folder = Files.createTempDirectory("interlock-train");
    var upstream = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    upstream.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          var body = "{\"id\":\"ch_1\",\"status\":\"paid\"}".getBytes();
          exchange.sendResponseHeaders(201, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    upstream.start();
    try {
      run(List.of(command), folder, upstream.getAddress().getPort());
    } finally {
      upstream.stop(0);
      try (var files = Files.walk(folder)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static void run(List<String> command, Path folder, int port) throws Exception {
    var policies = Files.createDirectories(folder.resolve("policies"));
    try (var examples = Files.list(Path.of("examples/policies"))) {
      for (var example : examples.toList()) {
        Files.writeString(
            policies.resolve(example.getFileName()),
            Files.readString(example).replace("127.0.0.1:8099", "127.0.0.1:" + port));
      }
    }
    var all = new ArrayList<>(command);
    all.addAll(
        List.of(
            "--policies", policies.toString(),
            "--journal", "file:" + folder.resolve("journal"),
            "--listen", "127.0.0.1:0",
            "--management", "127.0.0.1:0"));
    var process = new ProcessBuilder(all).redirectErrorStream(true).start();
    var output = process.inputReader();
    var told = new StringBuilder();
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      told.append(line).append('\n');
      var ready = READY.matcher(line);
      if (ready.matches()) {
        serve(ready.group(1), ready.group(2));
        process.toHandle().destroy();
      }
    }
    if (process.waitFor() != 0) {
      System.err.print(told);
      System.exit(1);
    }
  }

  private static void serve(String agents, String management) throws Exception {
    try (var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      for (int i = 0; i < 20; i++) {
        var body =
            "{\"run_id\":\"train\",\"call_id\":\"%d\",\"arguments\":{\"order_id\":\"%d\",\"amount\":1}}"
                .formatted(i, i);
        send(
            http,
            HttpRequest.newBuilder(URI.create(agents + "/v1/tools/charge_card/calls"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
      }
      send(http, HttpRequest.newBuilder(URI.create(agents + "/v1/tools")));
      send(http, HttpRequest.newBuilder(URI.create(management + "/readyz")));
      send(http, HttpRequest.newBuilder(URI.create(management + "/metrics")));
    }
  }

  private static void send(HttpClient http, HttpRequest.Builder request) throws Exception {
    var answer = http.send(request.build(), BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IllegalStateException(answer.statusCode() + " " + answer.body());
    }
  }
}
