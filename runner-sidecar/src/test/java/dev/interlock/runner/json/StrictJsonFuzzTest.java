package dev.interlock.runner.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Throws mutated texts at the parser and the canonical form. The seeds and a fixed set of mutants
/// run always; `-Dinterlock.fuzz.seconds=N` goes on for N seconds from a new start.
///
/// A text that fails belongs into `src/test/resources/fuzz/json`, where it runs ever after.
@Tag("fuzz")
class StrictJsonFuzzTest {

  private static final Path SEEDS = Path.of("src/test/resources/fuzz/json");
  private static final int ALWAYS = 20_000;

  static List<Path> seeds() throws IOException {
    try (var files = Files.list(SEEDS)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everySeedHolds(Path seed) throws IOException {
    StrictJsonOracle.check(Files.readAllBytes(seed));
  }

  @Test
  void aFixedSetOfMutantsHolds() throws IOException {
    var mutants = new JsonMutants(corpus(), new Random(20261201));
    for (int i = 0; i < ALWAYS; i++) {
      mutants.keepIfParsed(StrictJsonOracle.check(mutants.next()));
    }
    assertThat(mutants.parsed()).as("mutants that are still JSON").isGreaterThan(ALWAYS / 50);
  }

  @Test
  void mutantsHoldForAsLongAsAsked() throws IOException {
    var budget = Duration.ofSeconds(Long.getLong("interlock.fuzz.seconds", 0L));
    long start = System.nanoTime();
    long seed = start ^ System.currentTimeMillis();
    var mutants = new JsonMutants(corpus(), new Random(seed));
    long tried = 0;
    while (System.nanoTime() - start < budget.toNanos()) {
      mutants.keepIfParsed(StrictJsonOracle.check(mutants.next()));
      tried++;
    }
    if (tried > 0) {
      System.out.printf(
          "fuzz: %,d texts, %,d of them JSON, seed %d%n", tried, mutants.parsed(), seed);
    }
  }

  private static List<byte[]> corpus() throws IOException {
    var corpus = new ArrayList<byte[]>();
    for (var seed : seeds()) {
      corpus.add(Files.readAllBytes(seed));
    }
    return corpus;
  }
}
