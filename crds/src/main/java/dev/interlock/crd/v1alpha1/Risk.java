package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/// How much a tool can do that cannot be taken back. Every careful default follows from it.
public enum Risk {
  /// Changes nothing.
  @JsonProperty("Read")
  READ,
  /// Changes something that another call can undo.
  @JsonProperty("ReversibleWrite")
  REVERSIBLE_WRITE,
  /// Changes something that nothing can undo.
  @JsonProperty("IrreversibleWrite")
  IRREVERSIBLE_WRITE
}
