/// CEL expressions over a call's facts: compiled and type-checked once, evaluated within a cost
/// limit. The only user of dev.cel. Start reading at `Expressions`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.policy.expression;
