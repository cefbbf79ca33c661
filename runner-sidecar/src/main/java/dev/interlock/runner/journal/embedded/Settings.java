package dev.interlock.runner.journal.embedded;

import java.time.Duration;

/// How an embedded journal uses disk and memory.
///
/// @param logFileBytes the size of one file of the log, above 1 MiB
/// @param checkpointBytes how much is in memory only before a checkpoint moves it to the store
/// @param stallBytes how much is in memory only before commits wait for the checkpoint
/// @param checkpointEvery the longest that a change is in memory and log only
/// @param reserveBytes what new operations leave free on the disk
record Settings(
    int logFileBytes,
    long checkpointBytes,
    long stallBytes,
    Duration checkpointEvery,
    long reserveBytes) {
  static final Settings DEFAULT =
      new Settings(4 << 20, 4 << 20, 12 << 20, Duration.ofSeconds(60), 128 << 20);
}
