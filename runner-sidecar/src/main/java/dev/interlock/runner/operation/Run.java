package dev.interlock.runner.operation;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One agent session as the journal holds it.
///
/// @param openedAt from when its wall-clock budget counts
/// @param user on whose behalf the whole run acts; absent when it was opened without a token
/// @param budget the tighter numbers that the agent asked for at opening
/// @param closed whether it was closed: then no call of it is accepted
public record Run(
    RunId id, Instant openedAt, @Nullable EndUser user, RunBudget budget, boolean closed) {}
