/// JSON Schema 2020-12 for arguments and results: compiled once, no outside references, patterns in
/// linear time. The only user of networknt. Start reading at `CompiledSchema`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.policy.schema;
