package dev.interlock.runner.policy.load;

import java.util.List;
import java.util.stream.Collectors;

/// The policies cannot be used as they are. Holds everything that is wrong with them, not only the
/// first.
public final class PoliciesRejectedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public PoliciesRejectedException(List<Problem> problems) {
    super(problems.stream().map(Problem::describe).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /// In the order of the files and their lines.
  public List<Problem> problems() {
    return problems;
  }
}
