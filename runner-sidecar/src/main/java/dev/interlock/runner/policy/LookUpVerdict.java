package dev.interlock.runner.policy;

import org.jspecify.annotations.Nullable;

/// What the answer to a look-up says about an operation whose outcome is unknown.
public sealed interface LookUpVerdict {

  /// The effect exists.
  ///
  /// @param resultJson the result that the policy's rule picks out of the answer; absent for none
  record Succeeded(@Nullable String resultJson) implements LookUpVerdict {}

  /// The effect does not exist. Counts only after the settling time.
  record NotExecuted() implements LookUpVerdict {}

  /// The upstream decided against it for good.
  record Failed(String reason) implements LookUpVerdict {}

  /// The answer does not tell; ask again later.
  record StillUnknown(String why) implements LookUpVerdict {}
}
