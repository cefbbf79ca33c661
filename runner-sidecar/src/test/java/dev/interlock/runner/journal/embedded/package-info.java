/// Tests of the journal in a folder: restarts, kills, full disks, damaged files.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.journal.embedded;
