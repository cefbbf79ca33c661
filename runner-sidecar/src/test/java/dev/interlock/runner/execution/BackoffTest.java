package dev.interlock.runner.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `random(0, min(max, initial * 2^(n-1)))` for any attempt number.
class BackoffTest {

  @ParameterizedTest
  @CsvSource({
    "1,200",
    "2,400",
    "3,800",
    "4,1600",
    "5,3200",
    "6,5000",
    "7,5000",
    "62,5000",
    "63,5000",
    "64,5000",
    "65,5000",
    "2147483647,5000"
  })
  void thePauseDoublesUpToTheCapAndStaysThere(int n, long millis) {
    var ceiling = Backoff.ceiling(Duration.ofMillis(200), Duration.ofSeconds(5), n);
    assertThat(ceiling).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "40", "2147483647"})
  void anInitialPauseAboveTheCapIsTheCap(int n) {
    assertThat(Backoff.ceiling(Duration.ofSeconds(9), Duration.ofSeconds(5), n))
        .isEqualTo(Duration.ofSeconds(5));
  }

  @Property
  void theCeilingIsTheExactDoublingUntilTheCap(
      @ForAll("pauses") Duration initial,
      @ForAll("pauses") Duration max,
      @ForAll @IntRange(min = 1, max = 40) int n) {
    var doubled = java.math.BigInteger.valueOf(initial.toNanos()).shiftLeft(n - 1);
    var expected = doubled.min(java.math.BigInteger.valueOf(max.toNanos()));
    assertThat(Backoff.ceiling(initial, max, n).toNanos()).isEqualTo(expected.longValueExact());
  }

  @Property
  void theCeilingNeverShrinksAndNeverPassesTheCap(
      @ForAll("pauses") Duration initial,
      @ForAll("pauses") Duration max,
      @ForAll @IntRange(min = 1, max = Integer.MAX_VALUE - 1) int n) {
    var ceiling = Backoff.ceiling(initial, max, n);
    assertThat(ceiling).isPositive().isLessThanOrEqualTo(max);
    assertThat(Backoff.ceiling(initial, max, n + 1)).isGreaterThanOrEqualTo(ceiling);
  }

  @Property
  void fullJitterIsBetweenNothingAndTheCeiling(
      @ForAll("pauses") Duration initial,
      @ForAll("pauses") Duration max,
      @ForAll @IntRange(min = 1) int n,
      @ForAll @DoubleRange(min = 0, max = 1) double jitter) {
    assertThat(Backoff.delay(initial, max, n, jitter))
        .isBetween(Duration.ZERO, Backoff.ceiling(initial, max, n));
  }

  @Property
  void theWholeRangeIsReached(
      @ForAll("pauses") Duration initial,
      @ForAll("pauses") Duration max,
      @ForAll @IntRange(min = 1) int n) {
    assertThat(Backoff.delay(initial, max, n, 0)).isZero();
    assertThat(Backoff.delay(initial, max, n, 1)).isEqualTo(Backoff.ceiling(initial, max, n));
  }

  /// 1 ms..1 h, as policies allow.
  @Provide
  Arbitrary<Duration> pauses() {
    return Arbitraries.longs().between(1, 3_600_000).map(Duration::ofMillis);
  }
}
