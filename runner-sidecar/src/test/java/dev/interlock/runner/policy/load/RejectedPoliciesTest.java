package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.FILES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each file in `policies/rejected` says in its first comments, `# expect: …`, everything that is
/// reported about it: no problem may be missing, and none may be added.
@DisplayName("A policy is rejected, with all that is wrong")
class RejectedPoliciesTest {
  private static final Path CASES = Path.of("src", "test", "resources", "policies", "rejected");
  private static final String EXPECT = "# expect: ";

  static List<Path> cases() throws IOException {
    try (Stream<Path> files = Files.list(CASES)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void as_its_file_expects(Path file) throws IOException {
    var text = Files.readString(file);
    var expected =
        text.lines().filter(line -> line.startsWith(EXPECT)).map(l -> l.substring(10)).toList();
    var name = file.getFileName().toString();

    var rejected =
        catchThrowableOfType(
            PoliciesRejectedException.class, () -> FILES.parse(Map.of(name, text)));

    assertThat(rejected).as(text).isNotNull();
    assertThat(rejected.problems())
        .extracting(problem -> problem.line() + ": " + problem.field() + ": " + problem.message())
        .as(text)
        .containsExactlyElementsOf(expected);
  }
}
