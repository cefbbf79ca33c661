/// The contract of each tool, compiled: schemas, expressions, templates, limits; and what it
/// decides about a call. Pure once loaded. May use `operation`, `outcome`, `json` and the records
/// of `dev.interlock.crd`. Start reading at `ToolContract`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.policy;
