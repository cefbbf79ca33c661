package dev.interlock.runner.policy.terms;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether people have to say yes, and who.
///
/// @param when CEL condition; absent unless `mode` is `WHEN`
/// @param summary text with placeholders; absent for a general one
/// @param required how many people, at least 1
/// @param gitops service accounts whose applied approvals count
public record ApprovalTerms(
    Mode mode,
    @Nullable String when,
    @Nullable String summary,
    int required,
    List<String> users,
    List<String> groups,
    List<String> gitops,
    Duration expiresAfter) {
  public ApprovalTerms {
    users = List.copyOf(users);
    groups = List.copyOf(groups);
    gitops = List.copyOf(gitops);
  }

  /// When a person is asked.
  public enum Mode {
    /// Never.
    NEVER,
    /// For every call.
    ALWAYS,
    /// When the condition holds.
    WHEN
  }
}
