import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import tools.jackson.databind.JsonNode;

/// The thin loop of most agents: call the tool; when that throws, it failed, so call again.
record NaiveAgent(HttpClient http, int port) {
  void run(ModelResponse.ToolCall call) throws InterruptedException {
    for (int attempt = 1; attempt <= 3; attempt++) {
      Story.agent("calls %s %s", call.name(), call.arguments());
      try {
        JsonNode charge = charge(call.arguments());
        Story.agent("\"Done, the charge is %s.\"", charge.path("id").asString());
        return;
      } catch (IOException e) {
        Story.agent("sees \"%s\" and concludes that the charge failed", e.getMessage());
      }
    }
  }

  private JsonNode charge(String arguments) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/v1/charges".formatted(port)))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(arguments))
            .build();
    return ModelResponse.parse(http.send(request, BodyHandlers.ofString()).body());
  }
}
