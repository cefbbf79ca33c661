package dev.interlock.runner.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.json.ParseResult.Parsed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.erdtman.jcs.JsonCanonicalizer;
import org.erdtman.jcs.NumberToJSON;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// What must hold of the parser and of the canonical form for every value and every spelling of it.
class CanonicalJsonProperties {

  private static final JsonMapper PLAIN_JACKSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  @Property
  void theCanonicalFormIsAFixedPoint(@ForAll("values") JsonNode value) {
    var canonical = CanonicalJson.write(value);
    assertThat(CanonicalJson.write(parsed(canonical))).isEqualTo(canonical);
  }

  @Property
  void memberOrderWhiteSpaceEscapesAndNumberFormsDoNotMatter(
      @ForAll("values") JsonNode value, @ForAll Random random) {
    var spelled = JsonArbitraries.spelled(value, random);
    assertThat(CanonicalJson.write(parsed(spelled))).isEqualTo(CanonicalJson.write(value));
  }

  @Property
  void numbersHaveOneFormIfAndOnlyIfTheyAreEqual(
      @ForAll("numbers") BigDecimal one, @ForAll("numbers") BigDecimal other) {
    assertThat(form(one).equals(form(other))).isEqualTo(one.compareTo(other) == 0);
  }

  @Property
  void aNumberAndItsNeighbourNeverCollide(
      @ForAll("numbers") BigDecimal number, @ForAll("scales") int scale) {
    assertThat(form(number.add(BigDecimal.ONE.scaleByPowerOfTen(scale))))
        .isNotEqualTo(form(number));
  }

  @Property
  void theFormOfANumberIsThatNumber(@ForAll("numbers") BigDecimal number) {
    assertThat(new BigDecimal(form(number))).isEqualByComparingTo(number);
  }

  @Property
  void whatADoubleHoldsIsWrittenAsInTheStandard(@ForAll("safeValues") JsonNode value)
      throws IOException {
    // The reference takes only arrays and objects at the top.
    var array = JsonNodeFactory.instance.arrayNode().add(value);
    var reference = new JsonCanonicalizer(CanonicalJson.write(array)).getEncodedString();
    assertThat(CanonicalJson.write(array)).isEqualTo(reference);
  }

  @Property
  void theStandardTakesEverySpellingToTheSameText(
      @ForAll("safeValues") JsonNode value, @ForAll Random random) throws IOException {
    var spelled = "[" + JsonArbitraries.spelled(value, random) + "]";
    assertThat(CanonicalJson.write(parsed(spelled)))
        .isEqualTo(new JsonCanonicalizer(spelled).getEncodedString());
  }

  @Property
  void acceptedTextsGiveTheTreeThatPlainJacksonGives(
      @ForAll("values") JsonNode value, @ForAll Random random) {
    var spelled = JsonArbitraries.spelled(value, random);
    assertThat(parsed(spelled)).isEqualTo(PLAIN_JACKSON.readTree(spelled));
  }

  @Property
  void bytesAndTextGiveTheSameTree(@ForAll("values") JsonNode value, @ForAll Random random) {
    var spelled = JsonArbitraries.spelled(value, random);
    assertThat(((Parsed) StrictJson.parse(spelled.getBytes(UTF_8))).value())
        .isEqualTo(parsed(spelled));
  }

  @Property
  void aRawMemberIsATextOfItsValue(@ForAll("values") JsonNode value, @ForAll Random random) {
    var spelled = JsonArbitraries.spelled(value, random);
    var body = "{\"before\":" + spelled + ",\"arguments\":" + spelled + ",\"after\":1}";
    var raw = ((Parsed) StrictJson.parse(body)).rawMember("arguments");
    assertThat(raw).isEqualTo(spelled.strip());
  }

  @Provide
  Arbitrary<JsonNode> values() {
    return JsonArbitraries.values();
  }

  @Provide
  Arbitrary<BigDecimal> numbers() {
    return JsonArbitraries.numbers();
  }

  @Provide
  Arbitrary<Integer> scales() {
    return Arbitraries.integers().between(-60, 60);
  }

  /// Values whose numbers are integers up to 2^53 or the decimals by which the standard names
  /// doubles.
  @Provide
  Arbitrary<JsonNode> safeValues() {
    var integers = Arbitraries.longs().between(-(1L << 53), 1L << 53).map(BigDecimal::valueOf);
    var doubles = Arbitraries.longs().map(Double::longBitsToDouble).filter(Double::isFinite);
    var ordinary = Arbitraries.doubles().between(-1e25, 1e25);
    var decimals =
        Arbitraries.oneOf(doubles, ordinary).map(CanonicalJsonProperties::asInTheStandard);
    return JsonArbitraries.values(Arbitraries.oneOf(integers, decimals), 2).withoutEdgeCases();
  }

  private static JsonNode parsed(String text) {
    return ((Parsed) StrictJson.parse(text)).value();
  }

  /// The decimal by which the standard names a double (Java's own shortest has at least two
  /// digits).
  private static BigDecimal asInTheStandard(double value) {
    try {
      return new BigDecimal(NumberToJSON.serializeNumber(value));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String form(BigDecimal number) {
    return CanonicalJson.write(DecimalNode.valueOf(number));
  }
}
