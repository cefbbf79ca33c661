package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One HTTP request of an upstream or a look-up.
///
/// @param method GET, HEAD, POST, PUT, PATCH or DELETE; a look-up: GET (its default), HEAD or POST
/// @param url with `{input.x}`, `{operation.id}` and `{idempotencyKey}` in path and query
/// @param headers with the same placeholders in the values
/// @param body `Input`, `None` or a JSON object with placeholders in its strings
/// @param auth the credential to send
/// @param accepted what a 202 means; upstream only
/// @param followRedirects reads only
/// @param maxResponseBytes a quantity
public record HttpRequestSpec(
    @JsonPropertyDescription("GET, HEAD, POST, PUT, PATCH or DELETE. A look-up's default is GET.")
        @Nullable String method,
    @JsonProperty(required = true)
        @JsonPropertyDescription(
            "The address. {input.x}, {operation.id} and {idempotencyKey} may stand in path and"
                + " query, where they are percent-encoded; scheme, host and port are literals.")
        @Nullable String url,
    @JsonPropertyDescription(
            "Further headers by name. The same placeholders may stand in the values. Headers that"
                + " belong to the connection or to the credential cannot be set.")
        @Nullable Map<String, String> headers,
    @JsonPropertyDescription(
            "Input (the frozen arguments, byte for byte), None, or a JSON object whose strings"
                + " may hold placeholders; a string that is one placeholder becomes the value"
                + " with its type. Default: Input for POST, PUT and PATCH, else None; None for a"
                + " look-up.")
        @Nullable Object body,
    @JsonPropertyDescription(
            "The credential to send. Default: none; for a look-up of the upstream's own scheme,"
                + " host and port: the upstream's.")
        @Nullable AuthSpec auth,
    @JsonPropertyDescription(
            "What a 202 means: Final (done) or Pending (accepted, not done: the outcome is looked"
                + " up). Default: Final. Not for look-ups.")
        @Nullable Accepted accepted,
    @JsonPropertyDescription(
            "Whether redirects to the same scheme, host and port are followed. Reads only."
                + " Default: false.")
        @Nullable Boolean followRedirects,
    @JsonPropertyDescription("How much of an answer is read at most, 1Ki to 16Mi. Default: 1Mi.")
        @Nullable String maxResponseBytes) {

  /// What a 202 of the upstream means.
  public enum Accepted {
    /// The effect has happened.
    @JsonProperty("Final")
    FINAL,
    /// The effect may still happen: it is looked up.
    @JsonProperty("Pending")
    PENDING
  }
}
