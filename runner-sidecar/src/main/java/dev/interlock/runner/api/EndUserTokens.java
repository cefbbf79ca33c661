package dev.interlock.runner.api;

import dev.interlock.runner.operation.EndUser;

/// Verifies end-user tokens before any claim of them is used. A token that does not verify, or that
/// nobody can verify, is refused; it is never logged and never journaled.
@FunctionalInterface
public interface EndUserTokens {
  /// The user whom the token names.
  ///
  /// @throws RefusedException when it does not verify; the message holds no part of the token
  EndUser verify(String token);

  /// For a runner that was started without keys to verify by.
  static EndUserTokens none() {
    return _ -> {
      throw new RefusedException(
          "no end-user token can be verified here: start the runner with --jwks and --issuer");
    };
  }

  /// The token does not count.
  final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
      super(message);
    }
  }
}
