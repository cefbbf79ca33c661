package dev.interlock.runner.policy.load;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Durations as Go writes them: `50ms`, `1m30s`, `24h`. Source: Go's time.ParseDuration, which
/// Kubernetes uses.
final class GoDuration {
  private static final Pattern PART =
      Pattern.compile("([0-9]{1,12}(?:[.][0-9]{1,9})?)(ns|us|µs|ms|s|m|h)");
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);
  private static final BigDecimal LONGEST = BigDecimal.valueOf(Duration.ofDays(36500).toNanos(), 0);

  private GoDuration() {}

  /// The duration; empty when the text is none, or longer than a century.
  static Optional<Duration> parse(String text) {
    if (text.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    var parts = PART.matcher(text);
    var nanos = BigDecimal.ZERO;
    int end = 0;
    while (parts.find() && parts.start() == end) {
      nanos =
          nanos.add(
              new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(nanosOf(parts.group(2)))));
      end = parts.end();
    }
    return end == 0 || end != text.length() || nanos.compareTo(LONGEST) > 0
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(nanos.longValue()));
  }

  /// The shortest way to write the duration.
  static String write(Duration duration) {
    long nanos = duration.toNanos();
    for (var unit : new String[] {"h", "m", "s", "ms", "us"}) {
      if (nanos != 0 && nanos % nanosOf(unit) == 0) {
        return nanos / nanosOf(unit) + unit;
      }
    }
    return nanos == 0 ? "0" : nanos + "ns";
  }

  private static long nanosOf(String unit) {
    return NANOS.getOrDefault(unit, 1L);
  }
}
