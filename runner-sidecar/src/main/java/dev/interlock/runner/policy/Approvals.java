package dev.interlock.runner.policy;

import java.time.Duration;
import java.util.List;

/// Whether people have to say yes first.
public sealed interface Approvals {

  /// Nobody has to.
  record NotNeeded(String why) implements Approvals {}

  /// @param summary the effect in one line, as the approver sees it
  /// @param required how many people must say yes, at least 1
  /// @param users who may answer; with `groups` empty too, anyone but the requester
  /// @param expiresAfter how long the question stands
  record Needed(
      String summary, int required, List<String> users, List<String> groups, Duration expiresAfter)
      implements Approvals {
    public Needed {
      users = List.copyOf(users);
      groups = List.copyOf(groups);
    }
  }
}
