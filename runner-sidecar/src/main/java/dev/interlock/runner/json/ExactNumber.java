package dev.interlock.runner.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;

/// A JSON number literal as a node, without ever passing through double.
final class ExactNumber {

  private static final int ALWAYS_A_LONG = 18;

  private ExactNumber() {}

  /// Whether the literal's exponent, of either sign, is larger than `max`.
  static boolean exponentExceeds(String literal, int max) {
    int e = Math.max(literal.indexOf('e'), literal.indexOf('E'));
    return e >= 0
        && new BigInteger(literal.substring(e + 1)).abs().compareTo(BigInteger.valueOf(max)) > 0;
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
}
