import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// One model response with three charges, twice: by a naive agent, then through Interlock with a
/// dropped answer, a SIGKILL, a repeated question and an approval. Counts the charges.
///
/// Arguments: the command that runs the runner.
final class Demo {
  private static final String SMALL = "ord-20417";
  private static final String OTHER = "ord-20418";
  private static final String LARGE = "ord-20419";
  private static final Path RECORDED = Path.of("examples/recorded/openai-responses-charge.json");
  private static final Path POLICY = Path.of("examples/policies/charge-card.yaml");

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ModelResponse response = ModelResponse.read(RECORDED);
  private final RunnerProcess runner;
  private final Path folder;

  private Demo(List<String> launcher, Path folder) throws IOException {
    this.folder = folder;
    this.runner = new RunnerProcess(launcher, folder);
  }

  public static void main(String[] launcher) throws Exception {
    var folder = Files.createTempDirectory("interlock-demo");
    int naive;
    Map<String, Integer> ours;
    try {
      var demo = new Demo(List.of(launcher), folder);
      naive = demo.withoutInterlock();
      ours = demo.withInterlock();
    } finally {
      delete(folder);
    }
    boolean once = ours.equals(Map.of(SMALL, 1, OTHER, 1, LARGE, 1));
    System.out.printf(
        "%nEffects counted by the payment service: without Interlock %d for 1 intended charge;"
            + " with Interlock %d for 3 (%s)%s%n",
        naive,
        ours.values().stream().mapToInt(count -> count).sum(),
        ours.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(Object::toString)
            .collect(joining(", ")),
        once ? "" : "  NOT exactly one each");
    System.exit(once && naive == 2 ? 0 : 1);
  }

  private int withoutInterlock() throws Exception {
    Story.chapter("1. Without Interlock: the answer gets lost, the agent asks again");
    try (var payments = new PaymentService(Map.of(SMALL, PaymentService.FirstAnswer.DROPPED))) {
      new NaiveAgent(http, payments.port()).run(response.calls().getFirst());
      return payments.charges().get(SMALL);
    }
  }

  private Map<String, Integer> withInterlock() throws Exception {
    var scripts =
        Map.of(
            SMALL, PaymentService.FirstAnswer.DROPPED,
            OTHER, PaymentService.FirstAnswer.NEVER_COMES);
    try (var payments = new PaymentService(scripts)) {
      writePolicy(payments.port());
      Story.chapter(
          "2. With Interlock: the same model response, an answer lost, the runner killed");
      runner.start();
      Story.runner("started; policy %s, journal on disk", POLICY);
      var lost = agentSends();
      payments.awaitChargeOf(SMALL);
      payments.awaitChargeOf(OTHER);
      awaitAnswerOf(SMALL);
      Story.runner("kill -9 while the charge for %s waits for its answer", OTHER);
      runner.kill();
      lost.exceptionally(_ -> null).join();
      runner.start();
      Story.runner("started again on the same journal; it goes on with what it had begun");
      Story.agent("lost its connection and sends the same model response again");
      agentSends().join().path("messages").forEach(Demo::tell);

      Story.chapter("3. The model asks for the first charge again, under a new call id");
      var again = call("call_NewIdFromTheModel", response.calls().getFirst().arguments());
      tell("call_NewIdFromTheModel", again);

      Story.chapter("4. The large charge waits for a person");
      var waiting = outcomeOf(LARGE);
      runner.verb("operations");
      runner.verb(
          "approve",
          waiting.path("logical_operation_id").asString(),
          "--as",
          "you",
          "--reason",
          "order checked");
      tell(callIdOf(LARGE), await(waiting.path("logical_operation_id").asString()));
      runner.stop();
      return payments.charges();
    }
  }

  private void writePolicy(int port) throws IOException {
    var policies = Files.createDirectories(folder.resolve("policies"));
    Files.writeString(
        policies.resolve("charge-card.yaml"),
        Files.readString(POLICY).replace("127.0.0.1:8099", "127.0.0.1:" + port));
  }

  /// The whole model response goes in, the messages to append come out.
  private CompletableFuture<JsonNode> agentSends() {
    Story.agent(
        "hands the model's response with %d tool calls to the runner", response.calls().size());
    var request = post("/v1/adapters/openai/responses?run_id=run-demo&turn=1", response.json());
    return http.sendAsync(request, BodyHandlers.ofString())
        .thenApply(sent -> ModelResponse.parse(sent.body()));
  }

  private JsonNode call(String callId, String arguments) throws Exception {
    Story.agent("calls charge_card %s as %s", arguments, callId);
    var body =
        JsonMapper.shared()
            .createObjectNode()
            .put("run_id", "run-demo")
            .put("call_id", callId)
            .put("turn", 2)
            .set("arguments", ModelResponse.parse(arguments));
    return send(post("/v1/tools/charge_card/calls", body.toString()));
  }

  private void awaitAnswerOf(String order) throws Exception {
    while (!outcomeOf(order).path("status").asString().equals("succeeded")) {
      // Each look waits for the operation to change.
    }
  }

  private JsonNode outcomeOf(String order) throws Exception {
    return send(
        get("/v1/operations?run_id=run-demo&call_id=%s&wait=10s".formatted(callIdOf(order))));
  }

  private JsonNode await(String operation) throws Exception {
    while (true) {
      var outcome = send(get("/v1/operations/%s?wait=10s".formatted(operation)));
      if (outcome.path("status").asString().equals("succeeded")) {
        return outcome;
      }
    }
  }

  private String callIdOf(String order) {
    return response.calls().stream()
        .filter(call -> call.arguments().contains(order))
        .findFirst()
        .orElseThrow()
        .callId();
  }

  private static void tell(JsonNode message) {
    tell(
        message.path("call_id").asString(), ModelResponse.parse(message.path("output").asString()));
  }

  private static void tell(String callId, JsonNode outcome) {
    Story.runner(
        "%s -> %s%s, attempts %d%s",
        callId,
        outcome.path("status").asString(),
        outcome.path("replayed").asBoolean() ? " (answered from the journal)" : "",
        outcome.path("attempts").asInt(),
        outcome.has("result") ? ", " + outcome.path("result") : "");
  }

  private HttpRequest post(String path, String body) {
    return HttpRequest.newBuilder(URI.create(runner.agentUrl() + path))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(URI.create(runner.agentUrl() + path)).build();
  }

  private JsonNode send(HttpRequest request) throws Exception {
    var sent = http.send(request, BodyHandlers.ofString());
    if (sent.statusCode() >= 400) {
      throw new IOException("the runner answered " + sent.statusCode() + " " + sent.body());
    }
    return ModelResponse.parse(sent.body());
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
