/// Runs operations: intent before side effect, result before report, one loop for new, retried and
/// recovered ones. Declares the ports that adapters implement. May use `operation`, `outcome`,
/// `policy` and `json`. Start reading at `ToolRunner`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.execution;
