/// The commit's rules for stores that live in this process: `TableStore` decides, over sorted
/// tables of bytes that an in-memory or a file-backed store provides.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.journal.table;
