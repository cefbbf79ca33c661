package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// On whose authority the tool may be used.
public record AuthorizationSpec(
    @JsonPropertyDescription(
            "All must hold, when the call is decided and again when it is executed. What cannot"
                + " be evaluated denies.")
        @Nullable List<Rule> rules) {

  /// One condition.
  public record Rule(
      @JsonProperty(required = true)
          @JsonPropertyDescription(
              "CEL condition over input, user, agent and run, for example 'billing' in"
                  + " user.groups.")
          @Nullable String expression,
      @JsonPropertyDescription("What the model is told when it does not hold.")
          @Nullable String message) {}
}
