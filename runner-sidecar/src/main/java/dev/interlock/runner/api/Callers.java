package dev.interlock.runner.api;

import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.Run;
import dev.interlock.runner.operation.RunId;
import org.jspecify.annotations.Nullable;

/// On whose behalf a request is made: by its own token, else by the one its run was opened with.
final class Callers {
  private static final String HEADER = "Interlock-User-Token";

  private final Doors doors;

  Callers(Doors doors) {
    this.doors = doors;
  }

  /// The end user of a call; absent when neither the call nor its run has a token.
  @Nullable EndUser user(ApiRequest request, RunId run) {
    var token = request.header(HEADER);
    return token.isPresent()
        ? verify(token.get())
        : doors.runs().find(run).map(Run::user).orElse(null);
  }

  /// The user whom the token names.
  EndUser verify(String token) {
    try {
      return doors.tokens().verify(token);
    } catch (EndUserTokens.RefusedException e) {
      throw new ProblemException(401, "token_refused", String.valueOf(e.getMessage()));
    }
  }
}
