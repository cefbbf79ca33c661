/// The journal in memory: for `memory:`, for tests and for the simulation. Survives nothing.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.journal.memory;
