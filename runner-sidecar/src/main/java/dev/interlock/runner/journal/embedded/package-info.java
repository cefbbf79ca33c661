/// The journal in a folder, for one process. A change is written ahead to a log with group commit
/// (Artemis), which is when it is durable; it is kept in memory until a checkpoint has moved it to
/// the store (MVStore), which everything older is read from. Start at `EmbeddedTables`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.journal.embedded;
