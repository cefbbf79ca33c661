/// Tests of the journal: the codec, and one contract for every store.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.journal;
