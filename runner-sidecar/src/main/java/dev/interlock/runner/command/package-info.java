/// The command line's verbs: they talk to a running runner's management port. Start reading at
/// `Verb`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.command;
