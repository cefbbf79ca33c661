package dev.interlock.runner.execution;

import dev.interlock.runner.operation.OperationEvent.Found;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What people decide: approvals, denials, and the end of unknown outcomes. Blocking, from virtual
/// threads.
@SuppressWarnings("DoNotCallSuggester")
public final class Decisions {

  /// Who decides.
  ///
  /// @param name the authenticated or, on the command line, the given name
  /// @param groups the groups that the evidence vouches for
  /// @param evidence where the decision came from: `local`, `status`, `git`
  public record Person(String name, List<String> groups, String evidence) {
    public Person {
      groups = List.copyOf(groups);
    }
  }

  /// The answer to a decision.
  public sealed interface Verdict {
    /// It counts, or the same one counted before.
    record Accepted(Snapshot snapshot) implements Verdict {}

    /// It does not count.
    ///
    /// @param reason why, and what can be done instead
    record NotAccepted(String reason) implements Verdict {}

    /// There is no such operation.
    record NoSuchOperation() implements Verdict {}
  }

  /// Grants or denies the approval that the operation waits for.
  public Verdict approve(OperationId id, Person person, boolean granted, @Nullable String reason) {
    throw new UnsupportedOperationException("not wired yet");
  }

  /// Ends an unknown outcome with what the person found out.
  ///
  /// @param result the result as JSON, for `COMMITTED`; absent when there is none
  public Verdict resolve(
      OperationId id,
      Person person,
      Found found,
      @Nullable String result,
      @Nullable String reason) {
    throw new UnsupportedOperationException("not wired yet");
  }
}
