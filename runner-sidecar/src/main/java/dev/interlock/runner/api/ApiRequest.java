package dev.interlock.runner.api;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A request, read off the event loop once and immutable from then on.
record ApiRequest(RoutingContext context, byte[] body) {
  private static final Pattern WAIT =
      Pattern.compile("(?:^|,)\\s*wait\\s*=\\s*\"?([0-9]{1,9})\"?\\s*(?:$|[,;])");
  private static final Pattern DURATION = Pattern.compile("([0-9]{1,6})(ms|s|m)?");
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  static ApiRequest of(RoutingContext context) {
    @Nullable Buffer buffer = context.body() == null ? null : context.body().buffer();
    return new ApiRequest(context, buffer == null ? new byte[0] : buffer.getBytes());
  }

  String path(String parameter) {
    var value = context.pathParam(parameter);
    return value == null ? "" : value;
  }

  /// @throws ProblemException when the parameter stands there twice: nobody knows which is meant
  Optional<String> query(String parameter) {
    var values = context.queryParam(parameter);
    if (values.size() > 1) {
      throw ProblemException.badRequest(
          "query parameter \"%s\" must stand once, got %d".formatted(parameter, values.size()));
    }
    return values.stream().findFirst();
  }

  Optional<String> header(String name) {
    return Optional.ofNullable(context.request().getHeader(name));
  }

  /// How long the client is ready to wait. What cannot be read is ignored, and several headers mean
  /// the same as one list. Source: RFC 7240 §2 and §4.3, `Prefer: wait=N` in seconds.
  Optional<Duration> preferredWait() {
    var preferences = String.join(",", context.request().headers().getAll("Prefer"));
    return Optional.of(WAIT.matcher(preferences.toLowerCase(Locale.ROOT)))
        .filter(Matcher::find)
        .map(matcher -> capped(Duration.ofSeconds(Long.parseLong(matcher.group(1)))));
  }

  /// `?wait=30s`, `500ms` or a number of seconds; none is no wait.
  Duration queryWait() {
    return query("wait").map(ApiRequest::duration).orElse(Duration.ZERO);
  }

  private static Duration duration(String text) {
    var matcher = DURATION.matcher(text);
    if (!matcher.matches()) {
      throw ProblemException.badRequest(
          "query parameter \"wait\" must be a number of seconds or like 30s, 500ms, 2m; got \"%s\""
              .formatted(text));
    }
    long amount = Long.parseLong(matcher.group(1));
    return capped(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "m" -> Duration.ofMinutes(amount);
          case null, default -> Duration.ofSeconds(amount);
        });
  }

  private static Duration capped(Duration wait) {
    return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
  }
}
