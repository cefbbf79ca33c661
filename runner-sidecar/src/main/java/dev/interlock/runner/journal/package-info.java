/// The journal: what is stored and in which bytes. `StoredJournal` is the port's implementation
/// over any `JournalStore`; stores move bytes and know nothing of operations. Start at
/// `JournalStore`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.journal;
