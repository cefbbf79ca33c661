/// The door for agents: HTTP on the loopback address. Turns requests into calls and answers into
/// envelopes. May use `execution`, `provider`, `policy`, `json`, `operation` and Vert.x. Start
/// reading at `AgentApi`, then `ResultEnvelope`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.api;
