package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import org.jspecify.annotations.Nullable;

/// The credential of a request: exactly one of the three. The secret itself is never in a policy.
public record AuthSpec(
    @JsonPropertyDescription("Authorization: Bearer with the secret.") @Nullable Bearer bearer,
    @JsonPropertyDescription("A header of its own with the secret.") @Nullable Header header,
    @JsonPropertyDescription("Authorization: Basic with a user and the secret.")
        @Nullable Basic basic) {

  /// `Authorization: Bearer <secret>`.
  public record Bearer(
      @JsonProperty(required = true)
          @JsonPropertyDescription(
              "A key of the namespace's Secret interlock-credentials (a file of --credentials).")
          @Nullable String credential) {}

  /// `<name>: <secret>`.
  public record Header(
      @JsonProperty(required = true) @JsonPropertyDescription("The header's name.")
          @Nullable String name,
      @JsonProperty(required = true)
          @JsonPropertyDescription(
              "A key of the namespace's Secret interlock-credentials (a file of --credentials).")
          @Nullable String credential) {}

  /// `Authorization: Basic base64(<user>:<secret>)`.
  public record Basic(
      @JsonProperty(required = true) @JsonPropertyDescription("The user's name, without a colon.")
          @Nullable String user,
      @JsonProperty(required = true)
          @JsonPropertyDescription(
              "A key of the namespace's Secret interlock-credentials (a file of --credentials).")
          @Nullable String credential) {}
}
