package dev.interlock.runner.policy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One request to an upstream, completely rendered: rendering it again gives the same bytes.
///
/// @param method in upper case
/// @param scheme `http` or `https`, a literal of the policy
/// @param host a literal of the policy
/// @param port a literal of the policy, or the scheme's default
/// @param target path and query, percent-encoded
/// @param headers in order; names and values hold no control characters
/// @param body the exact bytes; empty for none
/// @param credential the credential to add at send time; absent when none is needed. Its secret is
///   never part of this value
/// @param followRedirects whether redirects are followed: reads only
/// @param maxResponseBytes how much of a response body is read
public record HttpRequest(
    String method,
    String scheme,
    String host,
    int port,
    String target,
    List<Header> headers,
    byte[] body,
    @Nullable Credential credential,
    boolean followRedirects,
    int maxResponseBytes) {
  public HttpRequest {
    headers = List.copyOf(headers);
  }

  /// A header field.
  public record Header(String name, String value) {}

  /// Where a secret goes. The secret itself is read from the credentials folder when it is sent.
  public sealed interface Credential {
    /// The name of the file in the credentials folder.
    String file();

    /// `Authorization: Bearer <secret>`.
    record Bearer(String file) implements Credential {}

    /// A header of the policy's choice.
    record InHeader(String file, String header) implements Credential {}

    /// `Authorization: Basic base64(<user>:<secret>)`.
    record Basic(String file, String user) implements Credential {}
  }
}
