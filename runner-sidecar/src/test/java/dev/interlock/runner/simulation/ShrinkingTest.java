package dev.interlock.runner.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A failing seed is told as briefly as it can be, and what is told fails again.
class ShrinkingTest {
  private static final Mutation MUTATION =
      Mutation.of("an unkeyed write is sent again")
          .returns("outcome.Promises", "isUnkeyedWrite", 0)
          .returns("outcome.Promises", "keyed", 1);

  @Test
  void oneCallAndOneFaultAreLeftOfASeedInWhichAnUnkeyedWriteIsSentAgain() throws Exception {
    var loader = new MutantLoader(MUTATION, getClass().getClassLoader());
    var told = inVirtualThread(() -> told(loader));

    int steps = Integer.parseInt(group(told, ", ([0-9]+) steps"));
    assertThat(steps).as(told).isBetween(2, 3);
    assertThat(told).contains("had 2 effects", "agent: ", "upstream: EFFECT");

    long seed = Long.parseLong(group(told, "seed ([0-9]+),"));
    var only = Set.of(group(told, "-Dinterlock.only=(.*)").split(",", -1));
    assertThat(only).hasSize(steps);
    assertThat(inVirtualThread(() -> again(loader, seed, only))).contains("had 2 effects");
    assertThat(Shrinking.run(seed, only)).as("the right code passes the same steps").isNull();
  }

  @Test
  void aSeedThatDoesNotFailHasNothingToShrink() {
    assertThat(Shrinking.of(1)).isNull();
  }

  private static String told(MutantLoader loader) throws ReflectiveOperationException {
    var type = loader.loadClass(Shrinking.class.getName());
    for (long seed = 0; seed < 2_000; seed++) {
      var failing = Original.call(type, "of", null, seed);
      if (failing != null) {
        return Original.call(failing.getClass(), "tell", failing, seed);
      }
    }
    throw new AssertionError("no seed fails");
  }

  private static String again(MutantLoader loader, long seed, Set<String> only)
      throws ReflectiveOperationException {
    Object failing =
        Original.call(loader.loadClass(Shrinking.class.getName()), "run", null, seed, only);
    return Original.call(failing.getClass(), "tell", failing, seed);
  }

  private static String group(String text, String pattern) {
    var found = Pattern.compile(pattern).matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return found.group(1);
  }

  private static String inVirtualThread(Callable<String> body) throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      return threads.submit(body).get();
    }
  }
}
