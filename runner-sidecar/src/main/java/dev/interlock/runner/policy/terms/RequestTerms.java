package dev.interlock.runner.policy.terms;

import dev.interlock.runner.policy.HttpRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One HTTP request with its placeholders still in it.
///
/// @param method in upper case
/// @param headers by name, values with placeholders
/// @param template the body's template; absent unless `body` says so
/// @param credential absent for none
/// @param acceptedIsPending whether a 202 means "not done yet"
/// @param maxResponseBytes how much of an answer is read
public record RequestTerms(
    String method,
    String url,
    Map<String, String> headers,
    Body body,
    @Nullable JsonNode template,
    HttpRequest.@Nullable Credential credential,
    boolean acceptedIsPending,
    boolean followRedirects,
    int maxResponseBytes) {
  public RequestTerms {
    headers = Map.copyOf(headers);
  }

  /// The same request with another credential.
  public RequestTerms withCredential(HttpRequest.@Nullable Credential other) {
    return new RequestTerms(
        method,
        url,
        headers,
        body,
        template,
        other,
        acceptedIsPending,
        followRedirects,
        maxResponseBytes);
  }

  /// What the request carries.
  public enum Body {
    /// Nothing.
    NONE,
    /// The frozen input, byte for byte.
    INPUT,
    /// A JSON object with placeholders.
    TEMPLATE
  }
}
