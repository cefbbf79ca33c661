package dev.interlock.runner.api;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.regex.Pattern;

/// Request bodies are JSON in UTF-8. A request that names another type is refused before its body
/// is read; one that names none is taken as JSON.
final class JsonOnly {
  private static final Pattern JSON =
      Pattern.compile("application/(?:[a-z0-9.!#$&^_-]+\\+)?json(?:\\s*;\\s*charset=\"?utf-8\"?)?");

  private JsonOnly() {}

  static void check(RoutingContext context) {
    var type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
    if (type == null || JSON.matcher(type.strip().toLowerCase(Locale.ROOT)).matches()) {
      context.next();
    } else {
      AgentApi.send(
          context,
          Reply.problem(
              415, "not_json", "a request body must be application/json in UTF-8, got " + type));
    }
  }
}
