package dev.interlock.runner.json;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NumericNode;

/// The canonical form `jcsx1`: one text for each JSON value, so that equal arguments have equal
/// bytes and equal hashes, and different arguments do not.
///
/// Keys, strings and white space are as in RFC 8785 (JCS): no white space, members ordered by the
/// UTF-16 code units of their keys, only `"`, `\` and control characters escaped. Numbers differ:
/// JCS puts every number through double, so that 2512292042121000001 and 2512292042121000000 come
/// out alike. Here a number is its exact decimal, written by ECMAScript's rule for numbers. With
/// `d` for its digits without zeros on either end, `k` for their count and the value 0.d × 10^n:
///
/// - zero of either sign: `0`;
/// - k ≤ n ≤ 21: the digits and n − k zeros (`1`, `1.0` and `1e0` are all `1`);
/// - 0 < n ≤ 21, n < k: the digits with the point after the n-th;
/// - −6 < n ≤ 0: `0.`, −n zeros, the digits;
/// - otherwise the first digit, the other digits after a point if there are any, `e`, the sign, and
///   the exponent n − 1 (`1e+21`, `1.5e-7`).
///
/// So numerically equal numbers have one form and different ones never share one. The text is
/// byte-equal to JCS for every integer up to 2^53 and for every number written with no more digits
/// than ECMAScript needs for its double; only numbers that a double cannot hold differ.
///
/// Source: RFC 8785 §3.2; ECMA-262 Number::toString.
public final class CanonicalJson {

  private CanonicalJson() {}

  /// The canonical text. Recurses once per level of the tree, which the parser's limits bound.
  ///
  /// @throws IllegalArgumentException for what has no JSON form: a lone surrogate, NaN, an infinity
  ///   or a node that is no JSON value; strict parsing yields none of them
  public static String write(JsonNode value) {
    var out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  private static void write(JsonNode value, StringBuilder out) {
    switch (value.getNodeType()) {
      case OBJECT -> object(value, out);
      case ARRAY -> array(value, out);
      case STRING -> string(value.stringValue(), out);
      case NUMBER -> number(value, out);
      case BOOLEAN -> out.append(value.booleanValue());
      case NULL -> out.append("null");
      case BINARY, MISSING, POJO ->
          throw new IllegalArgumentException("no canonical form for " + JsonKind.of(value));
    }
  }

  private static void object(JsonNode object, StringBuilder out) {
    var members =
        object.properties().stream().sorted(Comparator.comparing(Map.Entry::getKey)).toList();
    out.append('{');
    var separator = "";
    for (var member : members) {
      out.append(separator);
      string(member.getKey(), out);
      out.append(':');
      write(member.getValue(), out);
      separator = ",";
    }
    out.append('}');
  }

  private static void array(JsonNode array, StringBuilder out) {
    out.append('[');
    var separator = "";
    for (var element : array.values()) {
      out.append(separator);
      write(element, out);
      separator = ",";
    }
    out.append(']');
  }

  private static void number(JsonNode number, StringBuilder out) {
    if (number.isIntegralNumber() && number.canConvertToLong()) {
      out.append(number.longValue());
      return;
    }
    if (number instanceof NumericNode numeric && numeric.isNaN()) {
      throw new IllegalArgumentException("no canonical form for " + number.doubleValue());
    }
    decimal(number.decimalValue(), out);
  }

  private static void decimal(BigDecimal value, StringBuilder out) {
    if (value.signum() == 0) {
      out.append('0');
      return;
    }
    if (value.signum() < 0) {
      out.append('-');
    }
    var stripped = value.abs().stripTrailingZeros();
    var digits = stripped.unscaledValue().toString();
    int k = digits.length();
    long n = (long) k - stripped.scale();
    if (k <= n && n <= 21) {
      out.append(digits).repeat('0', (int) n - k);
    } else if (0 < n && n <= 21) {
      out.append(digits, 0, (int) n).append('.').append(digits, (int) n, k);
    } else if (-6 < n && n <= 0) {
      out.append("0.").repeat('0', (int) -n).append(digits);
    } else {
      out.append(digits.charAt(0)).append(k > 1 ? "." : "").append(digits, 1, k);
      out.append('e').append(n > 0 ? "+" : "").append(n - 1);
    }
  }

  private static void string(String value, StringBuilder out) {
    if (Surrogates.firstLone(value) >= 0) {
      throw new IllegalArgumentException("no canonical form for a string with a lone surrogate");
    }
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      escaped(value.charAt(i), out);
    }
    out.append('"');
  }

  private static void escaped(char c, StringBuilder out) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\t' -> out.append("\\t");
      case '\n' -> out.append("\\n");
      case '\f' -> out.append("\\f");
      case '\r' -> out.append("\\r");
      default -> {
        if (c < 0x20) {
          out.append("\\u%04x".formatted((int) c));
        } else {
          out.append(c);
        }
      }
    }
  }
}
