package dev.interlock.runner.journal;

import dev.interlock.runner.execution.Journal;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// What every journal must do. A store's test extends it and says how an empty one is opened.
public abstract class JournalContract
    implements CommitContract,
        ClaimContract,
        CounterContract,
        RecoveryContract,
        ConcurrencyContract {
  private final ManualClock clock = new ManualClock();

  @SuppressWarnings("NullAway.Init")
  private Journal journal;

  protected abstract Journal open(InstantSource clock);

  @BeforeEach
  final void openJournal() {
    journal = open(clock);
  }

  @AfterEach
  final void closeJournal() {
    journal.close();
  }

  @Override
  public final Journal journal() {
    return journal;
  }

  @Override
  public final ManualClock clock() {
    return clock;
  }
}
