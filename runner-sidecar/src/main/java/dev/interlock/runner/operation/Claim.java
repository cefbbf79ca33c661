package dev.interlock.runner.operation;

/// A name that at most one operation of a namespace holds. Claims are how identity and locks become
/// facts of the journal instead of checks beside it.
public sealed interface Claim {

  /// The claim's key in the store: unambiguous whatever its parts hold, because their lengths are
  /// in it.
  default String key() {
    return switch (this) {
      case OfCall(var run, var call) -> "call:%d:%s:%s".formatted(run.value().length(), run, call);
      case OfInput(var run, var tool, var hash) ->
          "input:%d:%s:%s:%s".formatted(run.value().length(), run, tool, hash);
      case OfBusinessKey(var tool, var key) -> "key:%s:%s".formatted(tool, key);
      case OfResource(var name) -> "lock:" + name;
    };
  }

  /// Identity rule 1: one call id of a run means one operation.
  record OfCall(RunId run, CallId call) implements Claim {}

  /// Identity by `Input`: one run, tool and input is one operation.
  record OfInput(RunId run, String tool, InputHash hash) implements Claim {}

  /// Identity by `Key`: one business key of a tool is one operation of the namespace.
  record OfBusinessKey(String tool, String key) implements Claim {}

  /// A resource lock: writes to the same resource run one after the other.
  record OfResource(String name) implements Claim {}
}
