package dev.interlock.runner.api;

import dev.interlock.runner.json.JsonKind;
import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.json.ParseResult;
import dev.interlock.runner.json.StrictJson;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// A request's JSON object, strictly parsed from its raw bytes, field by field. Whatever is wrong
/// is told with the field's name and what it has to be.
final class RequestBody {
  private final ObjectNode object;
  private final ParseResult.Parsed parsed;

  private RequestBody(ObjectNode object, ParseResult.Parsed parsed) {
    this.object = object;
    this.parsed = parsed;
  }

  /// Parses the body.
  ///
  /// @param known the fields that the request may have
  static RequestBody parse(byte[] bytes, JsonLimits limits, Set<String> known) {
    return switch (StrictJson.parse(bytes, limits)) {
      case ParseResult.Malformed malformed ->
          throw ProblemException.badRequest("the body is not JSON: " + malformed.describe());
      case ParseResult.Parsed parsed when parsed.value() instanceof ObjectNode object -> {
        object.propertyNames().forEach(name -> refuseUnknown(name, known));
        yield new RequestBody(object, parsed);
      }
      case ParseResult.Parsed parsed ->
          throw ProblemException.badRequest(
              "the body must be a JSON object, got " + JsonKind.of(parsed.value()));
    };
  }

  private static void refuseUnknown(String name, Collection<String> known) {
    if (!known.contains(name)) {
      var nearest =
          known.stream().min(Comparator.comparingInt(candidate -> distance(candidate, name)));
      throw ProblemException.badRequest(
          "unknown field \"%s\"%s; known are %s"
              .formatted(
                  name,
                  nearest
                      .filter(candidate -> distance(candidate, name) <= 3)
                      .map(candidate -> ", did you mean \"" + candidate + "\"?")
                      .orElse(""),
                  known.stream().sorted().toList()));
    }
  }

  /// Levenshtein's edit distance.
  private static int distance(String one, String other) {
    var row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int above = row[j];
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[other.length()];
  }

  Optional<String> string(String name) {
    return get(name)
        .map(value -> {
          if (!value.isString()) {
            throw wrong(name, "a string", value);
          }
          return value.asString();
        });
  }

  String requiredString(String name) {
    return string(name)
        .orElseThrow(() -> ProblemException.badRequest("field \"%s\" is required".formatted(name)));
  }

  /// A whole number within bounds.
  Optional<Long> whole(String name, long min, long max) {
    return get(name)
        .map(value -> {
          boolean fits =
              value.isIntegralNumber()
                  && value.canConvertToLong()
                  && value.asLong() >= min
                  && value.asLong() <= max;
          if (!fits) {
            throw wrong(name, "a whole number %d..%d".formatted(min, max), value);
          }
          return value.asLong();
        });
  }

  /// An amount of money as a decimal string or number, in micro-units.
  Optional<Long> micros(String name) {
    return get(name)
        .map(value -> {
          try {
            long micros =
                new BigDecimal(value.isString() ? value.asString() : value.toString())
                    .movePointRight(6)
                    .longValueExact();
            if (micros >= 0) {
              return micros;
            }
          } catch (ArithmeticException | NumberFormatException e) {
            // Told below.
          }
          throw wrong(name, "an amount of at least 0 with at most 6 decimals", value);
        });
  }

  /// The value of a field exactly as it was sent; null when there is none.
  @Nullable String raw(String name) {
    return parsed.rawMember(name);
  }

  Optional<JsonNode> get(String name) {
    var value = object.get(name);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  private static ProblemException wrong(String name, String wanted, JsonNode got) {
    var value = got.isNumber() ? got.toString() : "";
    var shown = !value.isEmpty() && value.length() <= 40 ? value : JsonKind.of(got);
    return ProblemException.badRequest(
        "field \"%s\" must be %s, got %s".formatted(name, wanted, shown));
  }
}
