package dev.interlock.runner.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.execution.CommitResult;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.operation.Snapshot;

/// What the parts of the contract work on: an empty journal and its clock.
public interface JournalUnderTest {
  Journal journal();

  ManualClock clock();

  default CommitResult commit(Change change) {
    return journal().commit(change.transition());
  }

  /// Commits what must succeed.
  default Snapshot committed(Change change) {
    var result = commit(change);
    assertThat(result).isInstanceOf(Committed.class);
    return ((Committed) result).snapshot();
  }
}
