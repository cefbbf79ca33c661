package dev.interlock.runner.api;

import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;

/// A path or query whose percent signs cannot be decoded is the request's fault, told before any
/// route looks at it.
final class DecodableOnly {
  private DecodableOnly() {}

  static void check(RoutingContext context) {
    try {
      var _ = context.normalizedPath();
      var _ = context.queryParams();
    } catch (IllegalArgumentException | HttpException e) {
      AgentApi.send(
          context,
          Reply.problem(
              400,
              "bad_request",
              "the path or the query cannot be decoded: write a percent sign as %25"));
      return;
    }
    context.next();
  }
}
