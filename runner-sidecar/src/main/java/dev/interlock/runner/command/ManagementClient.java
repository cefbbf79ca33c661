package dev.interlock.runner.command;

import dev.interlock.runner.management.ManagementToken;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// Talks to a runner's management port with the token that the runner wrote.
final class ManagementClient {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Path file;
  private final ManagementToken token;

  /// @throws CommandException when no runner wrote a token there
  ManagementClient(RunnerAddress address) {
    file = ManagementToken.file(address.journal, address.management);
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

  /// @param filter one of those that the management port knows
  JsonNode operations(String filter) {
    return send("/v1/operations?filter=" + filter, null);
  }

  /// Reads something of an operation.
  JsonNode get(String operation, String what) {
    return send(path(operation, what), null);
  }

  /// Decides about an operation.
  JsonNode post(String operation, String verb, ObjectNode body) {
    return send(path(operation, verb), body);
  }

  /// What people type as an id may be anything.
  private static String path(String operation, String last) {
    var segment = URLEncoder.encode(operation, StandardCharsets.UTF_8).replace("+", "%20");
    return "/v1/operations/" + segment + "/" + last;
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
    } catch (JacksonException e) {
      throw new CommandException(
          3, "what answers on %s is not a runner".formatted(token.address()));
    } catch (IOException e) {
      throw new CommandException(
          3, "no runner answers on %s: is it still running?".formatted(token.address()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException(1, "interrupted");
    }
  }

  private JsonNode read(int status, JsonNode body) {
    if (status == 200) {
      return body;
    }
    if (status == 401) {
      throw new CommandException(
          3,
          "the runner on %s does not accept the token in %s: give the --journal and --management it was started with"
              .formatted(token.address(), file));
    }
    int exit = status == 404 ? 4 : status == 409 ? 5 : 1;
    throw new CommandException(exit, body.path("detail").asString());
  }
}
