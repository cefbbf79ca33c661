package dev.interlock.runner.policy;

/// Where everything that is wrong with a policy goes: collecting, so that an author sees all of it
/// together.
@FunctionalInterface
public interface Findings {
  /// @param field the path from the document's root, for example `spec.retry.maxAttempts`
  /// @param message what is wrong with the value and what to write instead
  void reject(String field, String message);

  /// The same sink for the fields below `prefix`.
  default Findings under(String prefix) {
    return (field, message) ->
        reject(
            field.isEmpty()
                ? prefix
                : field.startsWith("[") ? prefix + field : prefix + "." + field,
            message);
  }
}
