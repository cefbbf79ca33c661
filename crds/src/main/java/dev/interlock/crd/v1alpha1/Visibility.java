package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;

/// Which operations of a tool become a ToolRun object.
public enum Visibility {
  /// None.
  @JsonProperty("Never")
  NEVER,
  /// Those that wait for an approval or whose outcome is unknown.
  @JsonProperty("OnAttention")
  ON_ATTENTION,
  /// All.
  @JsonProperty("Always")
  ALWAYS
}
