package dev.interlock.runner.policy;

import dev.interlock.runner.operation.InputHash;
import tools.jackson.databind.JsonNode;

/// What checking a call's raw arguments gave.
public sealed interface InputCheck {

  /// They are valid and frozen.
  ///
  /// @param input the tree, defaults applied; not to be changed
  /// @param canonical the same as `jcsx1` text: what every attempt sends
  /// @param hash the hash of `canonical`
  record Accepted(JsonNode input, String canonical, InputHash hash) implements InputCheck {}

  /// They are not. The message names every violation and what is expected instead, safe to show to
  /// the model; it never repeats large values.
  record Refused(String message) implements InputCheck {}
}
