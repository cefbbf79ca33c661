/// A ToolPolicy's effective rules as plain data: defaults applied, durations and sizes parsed,
/// nothing compiled. What the policy's hash is made of. May use `operation` and the values of
/// `policy`. Start reading at `ToolTerms`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.policy.terms;
