package dev.interlock.runner.policy.load;

import dev.interlock.runner.policy.Findings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Single values of a spec: absent ones get their default, wrong ones are reported and get it too.
final class Values {
  private static final Pattern QUANTITY = Pattern.compile("([0-9]{1,10})(Ki|Mi|Gi|k|M|G)?");
  private static final Map<String, Long> UNITS =
      Map.of(
          "Ki",
          1L << 10,
          "Mi",
          1L << 20,
          "Gi",
          1L << 30,
          "k",
          1000L,
          "M",
          1_000_000L,
          "G",
          1_000_000_000L);
  private static final int MICRO_PLACES = 6;

  private final Findings findings;

  Values(Findings findings) {
    this.findings = findings;
  }

  Duration duration(
      String field, @Nullable String text, Duration fallback, Duration least, Duration most) {
    if (text == null) {
      return fallback;
    }
    var parsed = GoDuration.parse(text);
    if (parsed.isEmpty()) {
      findings.reject(field, "must be a duration such as 50ms, 1m30s or 24h, got " + text);
      return fallback;
    }
    if (parsed.get().compareTo(least) < 0 || parsed.get().compareTo(most) > 0) {
      findings.reject(
          field,
          "must be %s..%s, got %s"
              .formatted(GoDuration.write(least), GoDuration.write(most), text));
      return fallback;
    }
    return parsed.get();
  }

  int number(String field, @Nullable Integer value, int fallback, int least, int most) {
    if (value == null) {
      return fallback;
    }
    if (value < least || value > most) {
      findings.reject(field, "must be %d..%d, got %d".formatted(least, most, value));
      return fallback;
    }
    return value;
  }

  /// A number of bytes written as a Kubernetes quantity.
  int bytes(String field, @Nullable String text, int fallback, int least, int most) {
    if (text == null) {
      return fallback;
    }
    var parsed = QUANTITY.matcher(text);
    if (!parsed.matches()) {
      findings.reject(field, "must be a quantity such as 512, 16Ki or 1Mi, got " + text);
      return fallback;
    }
    long unit = parsed.group(2) == null ? 1 : UNITS.getOrDefault(parsed.group(2), 1L);
    long bytes = Long.parseLong(parsed.group(1)) * unit;
    if (bytes < least || bytes > most) {
      findings.reject(field, "must be %d..%d bytes, got %s".formatted(least, most, text));
      return fallback;
    }
    return (int) bytes;
  }

  /// An amount of money in micro-units.
  long micros(String field, @Nullable String text, long fallback) {
    if (text == null) {
      return fallback;
    }
    if (!text.matches("[0-9]{1,12}([.][0-9]{1,12})?")) {
      findings.reject(field, "must be an amount such as \"0.02\", not negative, got " + text);
      return fallback;
    }
    var amount = new BigDecimal(text).stripTrailingZeros();
    if (amount.scale() > MICRO_PLACES) {
      findings.reject(field, "must have at most six decimal places, got " + text);
      return fallback;
    }
    return amount.movePointRight(MICRO_PLACES).longValueExact();
  }

  /// JSON pointers, each checked.
  List<String> pointers(String field, @Nullable List<String> pointers) {
    if (pointers == null) {
      return List.of();
    }
    for (int i = 0; i < pointers.size(); i++) {
      pointer(field + "[" + i + "]", pointers.get(i));
    }
    return pointers;
  }

  /// One JSON pointer below the root. Source: RFC 6901 §3.
  void pointer(String field, String pointer) {
    if (!pointer.matches("(/([^/~]|~[01])*)+")) {
      findings.reject(field, "must be a JSON pointer such as /card/number, got " + pointer);
    }
  }

  /// Texts of which none may be blank.
  List<String> texts(String field, @Nullable List<String> texts) {
    if (texts == null) {
      return List.of();
    }
    for (int i = 0; i < texts.size(); i++) {
      if (texts.get(i).isBlank()) {
        findings.reject(field + "[" + i + "]", "must not be empty");
      }
    }
    return texts.stream().filter(text -> !text.isBlank()).distinct().toList();
  }
}
