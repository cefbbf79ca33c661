package dev.interlock.runner.tool.http;

import dev.interlock.runner.outcome.Signal;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How long a connection may be used again after a response. A request written to a connection that
/// the upstream is closing has an unknown outcome, so the time is what the upstream promises less a
/// margin, and short when it promises nothing.
final class KeepAlive {
  /// Taken off the announced time: the upstream's clock started before ours.
  private static final Duration MARGIN = Duration.ofSeconds(1);

  private static final Duration MOST = Duration.ofMinutes(1);
  private static final Pattern TIMEOUT =
      Pattern.compile("(?:^|,)\\s*timeout\\s*=\\s*(\\d{1,9})\\s*(?:,|$)", Pattern.CASE_INSENSITIVE);

  private KeepAlive() {}

  /// Zero when the connection has to be closed.
  ///
  /// @param unannounced what to assume without `Keep-Alive: timeout`
  static Duration reuse(Signal.Response response, boolean http11, Duration unannounced) {
    List<String> connection = response.headers().getOrDefault("connection", List.of());
    if (has(connection, "close") || (!http11 && !has(connection, "keep-alive"))) {
      return Duration.ZERO;
    }
    String announced = String.join(",", response.headers().getOrDefault("keep-alive", List.of()));
    Matcher timeout = TIMEOUT.matcher(announced);
    if (!timeout.find()) {
      return unannounced;
    }
    Duration promised = Duration.ofSeconds(Long.parseLong(timeout.group(1))).minus(MARGIN);
    return promised.compareTo(MOST) > 0 ? MOST : promised;
  }

  private static boolean has(List<String> values, String option) {
    return values.stream()
        .flatMap(value -> Pattern.compile(",").splitAsStream(value))
        .anyMatch(token -> token.strip().equalsIgnoreCase(option));
  }
}
