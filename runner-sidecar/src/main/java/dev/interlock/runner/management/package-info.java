/// The door for operators and people who decide: health, metrics, and the command line's verbs
/// behind a token. Never on the agent's port. Start reading at `ManagementApi`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.management;
