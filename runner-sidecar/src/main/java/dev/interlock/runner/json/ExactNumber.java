package dev.interlock.runner.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;

/// A JSON number literal as a node, without ever passing through double.
///
/// The limits hold for the value and not for its spelling: a number within them has a canonical
/// form within them.
final class ExactNumber {

  private static final int ALWAYS_A_LONG = 18;
  private static final int EXPONENT_OF_A_LONG = 9;

  private ExactNumber() {}

  /// Why the literal is beyond the limits; null when it is within. Looks at the text alone, so that
  /// nothing is computed with a number that is too large to compute with.
  static @Nullable String problem(String literal, JsonLimits limits) {
    int e = Math.max(literal.indexOf('e'), literal.indexOf('E'));
    var mantissa = e < 0 ? literal : literal.substring(0, e);
    int first = firstSignificant(mantissa);
    int point = mantissa.indexOf('.');
    int digits = mantissa.length() - first - (point > first ? 1 : 0);
    if (digits > limits.maxDigits()) {
      return "the number has %d digits, more than the %d allowed"
          .formatted(digits, limits.maxDigits());
    }
    int ones = point < 0 ? mantissa.length() : point;
    long magnitude = exponent(literal, e) + ones - first - (first < ones ? 1 : 0);
    return Math.abs(magnitude) <= limits.maxExponent()
        ? null
        : "the size of %s is beyond the 1e-%d..1e+%d allowed"
            .formatted(shortened(literal), limits.maxExponent(), limits.maxExponent());
  }

  /// The node of an integer literal: the smallest of int, long and `BigInteger` that holds it.
  static JsonNode integer(String literal) {
    if (literal.length() > ALWAYS_A_LONG) {
      var big = new BigInteger(literal);
      return big.bitLength() < Long.SIZE
          ? LongNode.valueOf(big.longValue())
          : BigIntegerNode.valueOf(big);
    }
    long value = Long.parseLong(literal);
    return (int) value == value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
  }

  /// The node of a literal with a fraction or an exponent.
  static JsonNode decimal(String literal) {
    return DecimalNode.valueOf(new BigDecimal(literal));
  }

  /// The index of the first digit that is not zero; of the last zero when all are.
  private static int firstSignificant(String mantissa) {
    int i = 0;
    while (i < mantissa.length() - 1 && "-0.".indexOf(mantissa.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }

  /// The exponent as written, or one that is far beyond any limit when it is longer than that.
  private static long exponent(String literal, int e) {
    if (e < 0) {
      return 0;
    }
    int i = e + 1;
    while (i < literal.length() - 1 && "+-0".indexOf(literal.charAt(i)) >= 0) {
      i++;
    }
    var digits = literal.substring(i);
    long size = digits.length() > EXPONENT_OF_A_LONG ? Long.MAX_VALUE / 2 : Long.parseLong(digits);
    return literal.charAt(e + 1) == '-' ? -size : size;
  }

  private static String shortened(String literal) {
    return literal.length() <= 64 ? literal : literal.substring(0, 64) + "…";
  }
}
