package dev.interlock.runner.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/// Random JSON values, and the many ways in which one value can be written down.
final class JsonArbitraries {

  private JsonArbitraries() {}

  /// Any character sequence without lone surrogates, biased to what needs escapes or sorts oddly.
  static Arbitrary<String> strings() {
    var codePoints =
        Arbitraries.frequencyOf(
            Tuple.of(4, Arbitraries.integers().between('a', 'e')),
            Tuple.of(2, Arbitraries.integers().between(0, 0x7f)),
            Tuple.of(1, Arbitraries.integers().between(0x80, 0xd7ff)),
            Tuple.of(1, Arbitraries.integers().between(0xe000, 0xffff)),
            Tuple.of(1, Arbitraries.integers().between(0x10000, 0x10ffff)));
    return codePoints.list().ofMaxSize(6).map(JsonArbitraries::string);
  }

  /// Exact numbers of every size, dense around the powers of two and ten where forms change.
  static Arbitrary<BigDecimal> numbers() {
    var unscaled =
        Arbitraries.oneOf(
            Arbitraries.bigIntegers().between(BigInteger.valueOf(-2000), BigInteger.valueOf(2000)),
            Arbitraries.longs().map(BigInteger::valueOf),
            Arbitraries.bigIntegers()
                .between(BigInteger.TEN.pow(40).negate(), BigInteger.TEN.pow(40)),
            Arbitraries.integers()
                .between(50, 66)
                .map(n -> BigInteger.TWO.pow(n).add(BigInteger.ONE)));
    return unscaled
        .flatMap(
            u -> Arbitraries.integers().between(-40, 40).map(scale -> new BigDecimal(u, scale)))
        .withoutEdgeCases();
  }

  /// Values up to three levels deep.
  static Arbitrary<JsonNode> values() {
    return values(numbers(), 3).withoutEdgeCases();
  }

  static Arbitrary<JsonNode> values(Arbitrary<BigDecimal> numbers, int depth) {
    Arbitrary<JsonNode> scalars =
        Arbitraries.oneOf(
            numbers.map(DecimalNode::valueOf),
            strings().map(StringNode::valueOf),
            Arbitraries.of(BooleanNode.TRUE, BooleanNode.FALSE, NullNode.getInstance()));
    if (depth == 0) {
      return scalars;
    }
    var inner = values(numbers, depth - 1);
    Arbitrary<JsonNode> arrays = inner.list().ofMaxSize(4).map(JsonArbitraries::array);
    Arbitrary<JsonNode> objects =
        Combinators.combine(strings().list().uniqueElements().ofMaxSize(4), inner.list().ofSize(4))
            .as(JsonArbitraries::object);
    return Arbitraries.oneOf(scalars, arrays, objects);
  }

  /// One of the many texts of `value`: random member order, white space, escapes and number forms.
  static String spelled(JsonNode value, Random random) {
    var out = new StringBuilder();
    spell(value, random, out);
    return out.toString();
  }

  private static void spell(JsonNode value, Random random, StringBuilder out) {
    blank(random, out);
    switch (value) {
      case ObjectNode object -> spellObject(object, random, out);
      case ArrayNode array -> spellArray(array, random, out);
      case StringNode text -> spellString(text.stringValue(), random, out);
      case DecimalNode number -> out.append(numberSpelling(number.decimalValue(), random));
      default -> out.append(value);
    }
    blank(random, out);
  }

  private static void spellObject(ObjectNode object, Random random, StringBuilder out) {
    var members = new ArrayList<>(object.properties());
    Collections.shuffle(members, random);
    out.append('{');
    for (int i = 0; i < members.size(); i++) {
      out.append(i == 0 ? "" : ",");
      blank(random, out);
      spellString(members.get(i).getKey(), random, out);
      blank(random, out);
      out.append(':');
      spell(members.get(i).getValue(), random, out);
    }
    blank(random, out);
    out.append('}');
  }

  private static void spellArray(ArrayNode array, Random random, StringBuilder out) {
    out.append('[');
    for (int i = 0; i < array.size(); i++) {
      out.append(i == 0 ? "" : ",");
      spell(array.path(i), random, out);
    }
    blank(random, out);
    out.append(']');
  }

  private static void spellString(String text, Random random, StringBuilder out) {
    out.append('"');
    text.codePoints().forEach(c -> spellCodePoint(c, random, out));
    out.append('"');
  }

  private static void spellCodePoint(int c, Random random, StringBuilder out) {
    if (c < 0x20 || c == '"' || c == '\\' || random.nextInt(4) == 0) {
      Character.toString(c).chars().forEach(unit -> out.append("\\u%04X".formatted(unit)));
    } else {
      out.appendCodePoint(c);
    }
  }

  /// The same number, written in one of its many forms.
  static String numberSpelling(BigDecimal number, Random random) {
    var shifted = number.setScale(Math.max(number.scale(), 0) + random.nextInt(3));
    return switch (random.nextInt(4)) {
      case 0 -> shifted.toPlainString();
      case 1 -> shifted.unscaledValue() + "e" + -shifted.scale();
      case 2 -> number.unscaledValue() + "E" + (number.scale() > 0 ? "" : "+") + -number.scale();
      default ->
          number.unscaledValue()
              + ".00e"
              + (number.scale() > 0 ? "-0" : "+0")
              + Math.abs(number.scale());
    };
  }

  private static void blank(Random random, StringBuilder out) {
    if (random.nextInt(3) == 0) {
      out.append(" \t\r\n".charAt(random.nextInt(4)));
    }
  }

  private static String string(List<Integer> codePoints) {
    var out = new StringBuilder();
    codePoints.forEach(out::appendCodePoint);
    return out.toString();
  }

  private static JsonNode array(List<JsonNode> elements) {
    return JsonNodeFactory.instance.arrayNode().addAll(elements);
  }

  private static JsonNode object(List<String> names, List<JsonNode> values) {
    var object = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < names.size(); i++) {
      object.set(names.get(i), values.get(i));
    }
    return object;
  }
}
