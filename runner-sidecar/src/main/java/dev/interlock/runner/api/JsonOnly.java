package dev.interlock.runner.api;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.regex.Pattern;

/// Request bodies are JSON in UTF-8, not compressed. A request that names another type or a coding
/// is refused before its body is read; one that names none is taken as JSON.
final class JsonOnly {
  private static final Pattern JSON =
      Pattern.compile("application/(?:[a-z0-9.!#$&^_-]+\\+)?json(?:\\s*;\\s*charset=\"?utf-8\"?)?");

  private JsonOnly() {}

  static void check(RoutingContext context) {
    var type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
    var coding = context.request().getHeader(HttpHeaders.CONTENT_ENCODING);
    if (!context.request().method().equals(HttpMethod.POST)) {
      context.next();
    } else if (coding != null && !coding.strip().equalsIgnoreCase("identity")) {
      refuse(context, "a request body must not be compressed, got Content-Encoding " + coding);
    } else if (type == null || JSON.matcher(type.strip().toLowerCase(Locale.ROOT)).matches()) {
      context.next();
    } else {
      refuse(context, "a request body must be application/json in UTF-8, got " + type);
    }
  }

  private static void refuse(RoutingContext context, String detail) {
    AgentApi.send(context, Reply.problem(415, "not_json", detail));
  }
}
