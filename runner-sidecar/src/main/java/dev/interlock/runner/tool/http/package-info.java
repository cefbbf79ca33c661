/// Upstreams over HTTP: one request on the wire for each attempt, and exact knowledge of how far it
/// got. The only place that uses the Vert.x HTTP client. May use `execution` (the port it
/// implements), `policy` and `outcome`. Start reading at `VertxUpstreams`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.tool.http;
