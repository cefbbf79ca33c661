package dev.interlock.runner.policy.schema;

/// One way in which a value breaks its schema.
///
/// @param pointer JSON pointer to the value; empty for the whole
/// @param message what is expected there; holds no more of the value than a short name
public record Violation(String pointer, String message) {

  /// Both in one phrase.
  public String describe() {
    return (pointer.isEmpty() ? "the arguments" : pointer) + ": " + message;
  }
}
