package dev.interlock.runner.operation;

/// A bug, or a journal written by something else: this event cannot follow this state.
public final class IllegalTransitionException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  public IllegalTransitionException(Operation state, OperationEvent event) {
    super(
        "%s: %s cannot follow state %s"
            .formatted(state.id(), event.getClass().getSimpleName(), state.stateName()));
  }
}
