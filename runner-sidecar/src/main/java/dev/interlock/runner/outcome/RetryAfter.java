package dev.interlock.runner.outcome;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How long the upstream asks us to wait: a number of seconds or an HTTP date, and nothing else.
/// Whatever is not exactly one of the two forms is ignored, never guessed at.
///
/// Source: RFC 9110 §10.2.3 and §5.6.7 (the three historic date forms).
public final class RetryAfter {
  /// The longest wait that is believed; a longer one is cut to it.
  public static final Duration LONGEST = Duration.ofDays(365);

  private static final List<DateTimeFormatter> DATES =
      Stream.of(
              DateTimeFormatter.ofPattern("EEE, dd MMM uuuu HH:mm:ss 'GMT'", Locale.ENGLISH),
              new DateTimeFormatterBuilder()
                  .appendPattern("EEEE, dd-MMM-")
                  .appendValueReduced(ChronoField.YEAR, 2, 2, 1970)
                  .appendPattern(" HH:mm:ss 'GMT'")
                  .toFormatter(Locale.ENGLISH),
              DateTimeFormatter.ofPattern("EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH))
          .map(form -> form.withResolverStyle(ResolverStyle.STRICT))
          .toList();

  private RetryAfter() {}

  /// The wait from `now`; zero when there is none, when the date is past, or when the field says
  /// something else or says it twice.
  ///
  /// @param headers names in lower case
  public static Duration parse(Map<String, List<String>> headers, Instant now) {
    var values = headers.getOrDefault("retry-after", List.of());
    if (values.size() != 1) {
      return Duration.ZERO;
    }
    var value = values.getFirst().strip();
    return (value.matches("[0-9]+") ? seconds(value) : date(value).map(at -> until(at, now)))
        .map(wait -> wait.compareTo(LONGEST) < 0 ? wait : LONGEST)
        .orElse(Duration.ZERO);
  }

  private static Optional<Duration> seconds(String digits) {
    var significant = digits.replaceFirst("^0+(?=.)", "");
    return Optional.of(
        significant.length() > 9 ? LONGEST : Duration.ofSeconds(Long.parseLong(significant)));
  }

  private static Duration until(Instant at, Instant now) {
    var wait = Duration.between(now, at);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private static Optional<Instant> date(String value) {
    for (var form : DATES) {
      try {
        return Optional.of(LocalDateTime.parse(value, form).toInstant(ZoneOffset.UTC));
      } catch (DateTimeException e) {
        // Not this form; the next one is tried.
      }
    }
    return Optional.empty();
  }
}
