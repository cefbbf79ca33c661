package dev.interlock.runner.policy;

import java.time.Duration;

/// How many calls are let through in a time.
///
/// @param limit calls, at least 1
/// @param per the time in which the limit refills completely
public record RateLimit(long limit, Duration per, Scope scope) {

  /// Who shares the limit.
  public enum Scope {
    /// Everybody who calls the tool.
    TOOL,
    /// One agent: all pods of a service account.
    AGENT,
    /// One end user; calls without one share one limit.
    USER,
    /// One run.
    RUN
  }
}
