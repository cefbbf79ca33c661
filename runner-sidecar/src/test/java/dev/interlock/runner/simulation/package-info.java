/// Deterministic simulation of the real engine: virtual time, seeded schedules, one thread of
/// control. Every port call parks its thread until the scheduler hands it the turn. Start at
/// `SimulationTest`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.simulation;
