package dev.interlock.runner.command;

/// A verb cannot do what was asked; the message is for the person at the command line.
final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int exitStatus;

  CommandException(int exitStatus, String message) {
    super(message);
    this.exitStatus = exitStatus;
  }

  int exitStatus() {
    return exitStatus;
  }
}
