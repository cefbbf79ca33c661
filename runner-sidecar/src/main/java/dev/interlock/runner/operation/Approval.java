package dev.interlock.runner.operation;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a person is asked, and what people answered.
public final class Approval {
  private Approval() {}

  /// What is asked: the durable data of `awaiting_approval`. It binds an answer to exactly this
  /// operation, input and policy.
  ///
  /// @param summary the effect in one line, as the approver sees it
  /// @param inputHash the input that is approved
  /// @param policyHash the rules under which it is asked
  /// @param required how many people must say yes, at least 1
  /// @param users who may answer; with `groups` empty too, anyone but the requester
  /// @param groups groups whose members may answer
  /// @param expiresAt when nobody may answer any more
  public record Request(
      String summary,
      InputHash inputHash,
      String policyHash,
      int required,
      List<String> users,
      List<String> groups,
      Instant expiresAt) {
    public Request {
      if (required < 1) {
        throw new IllegalArgumentException(
            "required approvals must be at least 1, got " + required);
      }
      users = List.copyOf(users);
      groups = List.copyOf(groups);
    }
  }

  /// One person's answer, permanent once made.
  ///
  /// @param approver the authenticated name
  /// @param groups the groups the evidence vouches for
  /// @param granted yes or no
  /// @param reason in the approver's words; absent when none was given
  /// @param inputHash the input that the approver saw
  /// @param policyHash the rules that the approver saw
  /// @param evidence where it came from: `local` (command line), `status`, `git`
  /// @param at when it was made
  public record Decision(
      String approver,
      List<String> groups,
      boolean granted,
      @Nullable String reason,
      InputHash inputHash,
      String policyHash,
      String evidence,
      Instant at) {
    public Decision {
      groups = List.copyOf(groups);
    }
  }
}
