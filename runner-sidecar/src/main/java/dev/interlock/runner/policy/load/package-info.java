/// Reads ToolPolicy and RunBudget from YAML files: the one adapter that knows the records of
/// `dev.interlock.crd`. Every problem of every file is reported together. Start reading at
/// `PolicyFiles`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.policy.load;
