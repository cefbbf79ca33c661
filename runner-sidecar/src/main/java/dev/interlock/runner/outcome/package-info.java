/// From what one attempt showed to what is known about its effect: pure. May use `operation`. Start
/// reading at `OutcomeClassification`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.outcome;
