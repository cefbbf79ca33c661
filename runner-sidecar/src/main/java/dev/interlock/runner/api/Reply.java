package dev.interlock.runner.api;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/// A response, complete.
///
/// @param sent told once whether the response reached the agent's connection
record Reply(
    int status,
    String contentType,
    byte[] body,
    Map<String, String> headers,
    Consumer<Boolean> sent) {

  static Reply json(int status, JsonNode body) {
    return text(status, "application/json", JsonMapper.shared().writeValueAsString(body));
  }

  static Reply text(int status, String contentType, String body) {
    return new Reply(status, contentType, body.getBytes(StandardCharsets.UTF_8), Map.of(), _ -> {});
  }

  /// A problem document. Source: RFC 9457.
  static Reply problem(int status, String code, String detail) {
    var body =
        JsonNodeFactory.instance
            .objectNode()
            .put("type", "https://interlock.dev/problems/" + code)
            .put("title", code.replace('_', ' '))
            .put("status", status)
            .put("detail", detail);
    return text(status, "application/problem+json", JsonMapper.shared().writeValueAsString(body))
        .with("Interlock-Outcome-Source", "runner");
  }

  Reply with(String header, String value) {
    var all = new LinkedHashMap<>(headers);
    all.put(header, value);
    return new Reply(status, contentType, body, all, sent);
  }

  Reply whenSent(Consumer<Boolean> listener) {
    return new Reply(status, contentType, body, headers, listener);
  }
}
