package dev.interlock.runner.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Both forms of Retry-After, the three date formats of HTTP, and everything that is neither.
class RetryAfterTest {
  private static final Instant NOW = Instant.parse("1994-11-06T08:49:30Z");

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "120,120", "0120,120", "000,0", "' 7 ',7", "31536000,31536000"})
  void aNumberIsSeconds(String value, long seconds) {
    assertThat(parse(value)).isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Sun Nov 06 08:49:37 1994"
      })
  void aDateInAnyFormOfHttpIsAWaitUntilThen(String value) {
    assertThat(parse(value)).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void anAsctimeDateWithATwoDigitDayIsRead() {
    assertThat(parse("Wed Nov 16 08:49:30 1994")).isEqualTo(Duration.ofDays(10));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:30 GMT",
        "Sun, 06 Nov 1994 08:49:29 GMT",
        "Saturday, 05-Nov-94 08:49:37 GMT",
        "Thu Jan  1 00:00:00 1970"
      })
  void aDateThatIsNotInTheFutureAsksForNoWait(String value) {
    assertThat(parse(value)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "31536001",
        "999999999",
        "2147483648",
        "9223372036854775807",
        "9223372036854775808",
        "99999999999999999999999999999999999999999999",
        "Fri, 31 Dec 9999 23:59:59 GMT"
      })
  void aWaitBeyondAYearIsCutToOne(String value) {
    assertThat(parse(value)).isEqualTo(RetryAfter.LONGEST).isEqualTo(Duration.ofDays(365));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "+5",
        "1.5",
        "1e3",
        "0x10",
        "5 s",
        "5,6",
        "PT5S",
        "Mon, 31 Feb 2027 08:49:37 GMT",
        "soon",
        "٣",
        "１２",
        "1 2",
        "1994-11-06T08:49:37Z",
        "Mon, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Son, 06 Nov 1994 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994",
        "Sunday, 06-Nov-1994 08:49:37 GMT"
      })
  void whatIsNeitherFormIsIgnored(String value) {
    assertThat(parse(value)).isZero();
  }

  @Test
  void aFieldThatIsAbsentOrSaysTwoThingsIsIgnored() {
    assertThat(RetryAfter.parse(Map.of(), NOW)).isZero();
    assertThat(RetryAfter.parse(Map.of("retry-after", List.of()), NOW)).isZero();
    assertThat(RetryAfter.parse(Map.of("retry-after", List.of("5", "5")), NOW)).isZero();
  }

  @Property
  void anyTextGivesAWaitBetweenNothingAndAYear(@ForAll("values") String value) {
    assertThat(parse(value)).isBetween(Duration.ZERO, RetryAfter.LONGEST);
  }

  @Property
  void anyMomentOfThisClockGivesAWaitBetweenNothingAndAYear(
      @ForAll("values") String value,
      @ForAll @LongRange(min = -31_557_014_135_596_799L, max = 31_556_889_832_780_799L)
          long epochSecond) {
    var wait = RetryAfter.parse(headers(value), Instant.ofEpochSecond(epochSecond));
    assertThat(wait).isBetween(Duration.ZERO, RetryAfter.LONGEST);
  }

  @Property
  void everyWaitOfUpToAYearIsReadBackFromEveryForm(
      @ForAll @LongRange(min = 0, max = 31_536_000) long seconds) {
    var at = NOW.plusSeconds(seconds).atOffset(ZoneOffset.UTC);
    for (var pattern :
        List.of(
            "EEE, dd MMM yyyy HH:mm:ss 'GMT'",
            "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
            "EEE MMM ppd HH:mm:ss yyyy")) {
      var written = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).format(at);
      assertThat(parse(written)).as(written).isEqualTo(Duration.ofSeconds(seconds));
    }
    assertThat(parse(Long.toString(seconds))).isEqualTo(Duration.ofSeconds(seconds));
  }

  /// Arbitrary text, long digits, and real values with one character changed.
  @Provide
  Arbitrary<String> values() {
    var real =
        Arbitraries.of(
            "120",
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            "Sun, 06 Nov +999999999 08:49:37 GMT");
    var changed =
        real.flatMap(text ->
            Arbitraries.integers()
                .between(0, text.length() - 1)
                .flatMap(at ->
                    Arbitraries.chars()
                        .map(c -> text.substring(0, at) + c + text.substring(at + 1))));
    return Arbitraries.oneOf(
        Arbitraries.strings(),
        Arbitraries.strings().numeric().ofMinLength(1).ofMaxLength(400),
        real,
        changed);
  }

  private static Duration parse(String value) {
    return RetryAfter.parse(headers(value), NOW);
  }

  private static Map<String, List<String>> headers(String value) {
    return Map.of("retry-after", List.of(value));
  }
}
