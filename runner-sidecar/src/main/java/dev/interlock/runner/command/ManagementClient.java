package dev.interlock.runner.command;

import dev.interlock.runner.management.ManagementToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Talks to a runner's management port with the token that the runner wrote.
final class ManagementClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final ManagementToken token;

  /// @throws CommandException when no runner wrote a token there
  ManagementClient(RunnerAddress address) {
    var file = ManagementToken.file(address.journal, address.management);
    try {
      token = ManagementToken.read(file);
    } catch (NoSuchFileException e) {
      throw new CommandException(
          3,
          "no runner has written %s: start one, or give the --journal and --management it was started with"
              .formatted(file));
    } catch (IOException e) {
      throw new CommandException(3, "cannot read %s: %s".formatted(file, e.getMessage()));
    }
  }

  JsonNode get(String path) {
    return send(path, null);
  }

  JsonNode post(String path, ObjectNode body) {
    return send(path, body);
  }

  private JsonNode send(String path, @Nullable ObjectNode body) {
    var request =
        HttpRequest.newBuilder(URI.create("http://" + token.address() + path))
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + token.secret());
    if (body != null) {
      request.POST(BodyPublishers.ofString(body.toString()));
    }
    try (var client = HttpClient.newHttpClient()) {
      var response = client.send(request.build(), BodyHandlers.ofString());
      return read(response.statusCode(), JsonMapper.shared().readTree(response.body()));
    } catch (IOException e) {
      throw new CommandException(
          3, "no runner answers on %s: is it still running?".formatted(token.address()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(1, "interrupted");
    }
  }

  private static JsonNode read(int status, JsonNode body) {
    if (status == 200) {
      return body;
    }
    int exit = status == 404 ? 4 : status == 409 ? 5 : 1;
    throw new CommandException(exit, body.path("detail").asString());
  }
}
