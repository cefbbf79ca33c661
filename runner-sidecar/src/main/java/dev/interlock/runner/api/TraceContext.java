package dev.interlock.runner.api;

import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The caller's trace id, or a new one. Source: W3C Trace Context §3.2.
final class TraceContext {
  private static final Pattern TRACEPARENT =
      Pattern.compile(
          "(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

  private TraceContext() {}

  static String traceId(Optional<String> traceparent) {
    return traceparent
        .map(TRACEPARENT::matcher)
        .filter(Matcher::matches)
        // Only later versions may be longer.
        .filter(matcher -> matcher.group(3) == null || !matcher.group(1).equals("00"))
        .map(matcher -> matcher.group(2))
        .orElseGet(TraceContext::fresh);
  }

  private static String fresh() {
    var bytes = new byte[16];
    ThreadLocalRandom.current().nextBytes(bytes);
    bytes[0] |= 1;
    return HexFormat.of().formatHex(bytes);
  }
}
