package dev.interlock.runner.policy;

import java.time.Duration;

/// How long things may take; `attempt` is never longer than `operation`.
///
/// @param attempt one attempt, from connecting to the last byte of the body
/// @param operation the whole operation, retries and waiting between them included
public record Timeouts(Duration attempt, Duration operation) {}
