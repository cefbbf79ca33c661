/// What operators see: metrics and the log of transitions. Micrometer only here. May use
/// `operation` and the listener port of `execution`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.telemetry;
