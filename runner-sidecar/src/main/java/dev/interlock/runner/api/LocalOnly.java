package dev.interlock.runner.api;

import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Only programs on this machine may call: a request that names another host (DNS rebinding) or
/// comes from a page of another origin is refused.
final class LocalOnly {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

  private LocalOnly() {}

  static void check(RoutingContext context) {
    var authority = context.request().authority();
    boolean local = authority != null && isLoopback(authority.host());
    if (local && isLocalOrigin(context.request().getHeader("Origin"))) {
      context.next();
    } else {
      AgentApi.send(
          context,
          Reply.problem(
              403, "not_local", "Host and Origin must be a loopback name: localhost or 127.0.0.1"));
    }
  }

  private static boolean isLocalOrigin(@Nullable String origin) {
    if (origin == null) {
      return true;
    }
    try {
      var host = URI.create(origin).getHost();
      return host != null && isLoopback(host);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static boolean isLoopback(String host) {
    return LOOPBACK.contains(host.toLowerCase(Locale.ROOT));
  }
}
