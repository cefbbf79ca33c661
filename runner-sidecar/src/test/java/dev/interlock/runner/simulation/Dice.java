package dev.interlock.runner.simulation;

import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// One source of chance of a schedule: what it draws depends on the seed, its name and how often it
/// was asked, and on nothing that others draw.
final class Dice {
  private static final List<Step> JOURNAL_FAULTS =
      List.of(
          Step.JOURNAL_REQUEST_LOST,
          Step.JOURNAL_REQUEST_LATE,
          Step.JOURNAL_ANSWER_LOST,
          Step.JOURNAL_TWICE);

  private final World world;
  private final String name;
  private final Random random;
  private int drawn;

  Dice(World world, long seed, String name) {
    this.world = world;
    this.name = name;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L ^ name.hashCode() * 0xD1342543DE82EF95L);
  }

  Random random() {
    return random;
  }

  /// A number below `bound`.
  int below(int bound) {
    return random.nextInt(bound);
  }

  /// A number below `bound`.
  long below(long bound) {
    return random.nextLong(bound);
  }

  <T> T anyOf(List<T> things) {
    return things.get(random.nextInt(things.size()));
  }

  /// Whether something happens that was drawn otherwise. Nothing goes wrong once it is calm.
  boolean happens(Step step) {
    return world.steps.happens(step, name + "#" + ++drawn);
  }

  /// Whether something goes wrong now. Nothing does once it is calm.
  boolean chance(double probability, Step step) {
    return random.nextDouble() < probability && !world.isCalm() && happens(step);
  }

  /// Nanoseconds of a journal round trip's half.
  long latency() {
    return random.nextInt(3_000_000);
  }

  /// Nanoseconds on the way to the upstream or back: usually short, sometimes longer than an
  /// attempt.
  long networkDelay() {
    return chance(0.1, Step.NETWORK_SLOW)
        ? random.nextLong(7_000_000_000L)
        : random.nextInt(50_000_000);
  }

  /// What goes wrong with a journal's request; absent when nothing does.
  @Nullable Step journalFault(double probability) {
    var fault = anyOf(JOURNAL_FAULTS);
    return chance(probability, fault) ? fault : null;
  }
}
