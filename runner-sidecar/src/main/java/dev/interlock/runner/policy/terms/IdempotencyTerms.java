package dev.interlock.runner.policy.terms;

import dev.interlock.runner.policy.Idempotency;
import org.jspecify.annotations.Nullable;

/// What the upstream promises about a repeated request, and where our key goes.
///
/// @param in absent unless the promise is by key
public record IdempotencyTerms(Idempotency promise, @Nullable Placement in) {

  /// Where the key goes.
  public sealed interface Placement {
    /// A header.
    ///
    /// @param quoted whether as a structured-field string, in double quotes
    record InHeader(String header, boolean quoted) implements Placement {}

    /// A member of the body.
    record InBody(String pointer) implements Placement {}

    /// A query parameter.
    record InQuery(String query) implements Placement {}
  }
}
