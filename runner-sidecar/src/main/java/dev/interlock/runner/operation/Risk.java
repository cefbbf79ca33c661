package dev.interlock.runner.operation;

/// How much a tool can do that cannot be taken back. Decides every careful default. Source: the
/// article, "Assign each registered tool a risk class".
public enum Risk {
  /// Changes nothing: may be sent again at any time.
  READ,
  /// Changes something that another call can undo.
  REVERSIBLE_WRITE,
  /// Changes something that nothing can undo: money moved, mail sent.
  IRREVERSIBLE_WRITE;

  /// Whether a second execution could repeat a side effect.
  public boolean isWrite() {
    return this != READ;
  }
}
