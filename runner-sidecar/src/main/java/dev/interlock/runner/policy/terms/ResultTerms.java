package dev.interlock.runner.policy.terms;

import java.util.List;

/// What of an answer the model sees.
///
/// @param expose JSON pointers; empty for the whole answer
/// @param maxBytes of the JSON that the model gets
/// @param redact JSON pointers of what nobody sees
public record ResultTerms(List<String> expose, int maxBytes, List<String> redact) {
  public ResultTerms {
    expose = List.copyOf(expose);
    redact = List.copyOf(redact);
  }
}
