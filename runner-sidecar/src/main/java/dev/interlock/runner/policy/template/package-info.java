/// Requests and texts with placeholders: parsed once, and rendered so that no value can leave its
/// place in path, query, header or body. Start reading at `RequestTemplate`.
@org.jspecify.annotations.NullMarked
package dev.interlock.runner.policy.template;
