package dev.interlock.runner.execution;

/// The journal could not be reached, or answered too late to know what it did. Nothing may be sent
/// on the strength of such a commit.
public final class JournalUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JournalUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }

  public JournalUnavailableException(String message) {
    super(message);
  }
}
