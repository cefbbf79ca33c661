package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// What the upstream really promises about a repeated request.
public record IdempotencySpec(
    @JsonPropertyDescription(
            "None: a repeated request has a second effect. Natural: it has not, by its nature (PUT"
                + " to a fixed id). Key: the upstream honours our key. Default: None.")
        @Nullable Mode mode,
    @JsonPropertyDescription("Where the key is sent; needed for mode Key, and only there.")
        @Nullable Placement in,
    @JsonPropertyDescription(
            "How long the upstream remembers a key. Past it the request is never sent again."
                + " Mode Key only; default: 24h.")
        @Nullable String retention,
    @JsonPropertyDescription(
            "Whether the upstream stores a failure and answers it again for the same key: then it"
                + " is final. Mode Key only; default: false.")
        @Nullable Boolean replaysFailures,
    @JsonPropertyDescription(
            "The HTTP status that means \"the first request with this key is still running\", 400"
                + " to 599. Mode Key only; default: none.")
        @Nullable Integer inFlightStatus) {

  /// Why a repeated request has no second effect.
  public enum Mode {
    /// It has one.
    @JsonProperty("None")
    NONE,
    /// The request sets a state.
    @JsonProperty("Natural")
    NATURAL,
    /// The upstream honours our key.
    @JsonProperty("Key")
    KEY
  }

  /// How the key is written into a header.
  public enum Format {
    /// As it is.
    @JsonProperty("Raw")
    RAW,
    /// In double quotes, as a structured-field string.
    @JsonProperty("Quoted")
    QUOTED
  }

  /// Where the key goes: exactly one of header, body, query and meta.
  public record Placement(
      @JsonPropertyDescription("Name of the header, for example Idempotency-Key.")
          @Nullable String header,
      @JsonPropertyDescription("How the header's value is written: Raw or Quoted. Default: Raw.")
          @Nullable Format format,
      @JsonPropertyDescription(
              "JSON pointer into the request's body, for example /idempotency_key.")
          @Nullable String body,
      @JsonPropertyDescription("Name of a query parameter.") @Nullable String query,
      @JsonPropertyDescription("Key in the _meta of an MCP call.") @Nullable String meta) {}
}
