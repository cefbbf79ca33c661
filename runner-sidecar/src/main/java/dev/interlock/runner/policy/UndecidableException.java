package dev.interlock.runner.policy;

/// An expression or a template that the call needs cannot be evaluated for this input (a field that
/// is absent, an integer out of range, a character that cannot stand there). Nothing may be sent on
/// a guess: the call is rejected with this message.
public final class UndecidableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UndecidableException(String message) {
    super(message);
  }
}
