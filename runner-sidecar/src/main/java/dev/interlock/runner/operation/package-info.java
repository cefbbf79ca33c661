/// The operation: its states, its events and the one function that joins them. Pure values and
/// functions; may use the JDK and JSpecify, nothing of ours. Start reading at `Operation`, then
/// `Transitions`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.operation;
