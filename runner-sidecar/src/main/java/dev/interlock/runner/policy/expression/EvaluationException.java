package dev.interlock.runner.policy.expression;

/// An expression gives no answer for these facts: a field is absent, a number is out of range, the
/// types do not fit, or it costs too much. Never an answer by itself: the caller takes the careful
/// side.
public final class EvaluationException extends Exception {
  private static final long serialVersionUID = 1L;

  public EvaluationException(String message) {
    super(message);
  }

  /// The reason, in one line.
  public String reason() {
    return String.valueOf(getMessage());
  }
}
