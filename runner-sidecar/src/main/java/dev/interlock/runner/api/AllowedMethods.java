package dev.interlock.runner.api;

import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Which methods a path has: a 405 has to tell. Source: RFC 9110 §15.5.6.
final class AllowedMethods {
  private AllowedMethods() {}

  /// The value of `Allow`, in alphabetical order.
  static String of(Router router, String path) {
    return router.getRoutes().stream()
        .filter(route -> route.methods() != null && matches(route.getPath(), path))
        .flatMap(route -> route.methods().stream())
        .map(HttpMethod::name)
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private static boolean matches(@Nullable String route, String path) {
    return route != null && path.matches(route.replaceAll(":[a-z]+", "[^/]+"));
  }
}
