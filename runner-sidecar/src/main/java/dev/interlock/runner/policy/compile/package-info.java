/// Turns a policy's terms into a `ToolContract`: compiles everything once and finds what cannot
/// work. Start reading at `ContractCompiler`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.policy.compile;
