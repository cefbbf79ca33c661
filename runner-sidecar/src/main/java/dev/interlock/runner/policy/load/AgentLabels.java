package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.AgentSelector;
import dev.interlock.runner.operation.Agent;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Which agents a policy or a budget applies to.
///
/// @param required labels that an agent must carry, all of them; empty for every agent
record AgentLabels(Map<String, String> required) {
  AgentLabels {
    required = Map.copyOf(required);
  }

  static AgentLabels of(@Nullable AgentSelector selector) {
    var labels = selector == null ? null : selector.matchLabels();
    return new AgentLabels(labels == null ? Map.of() : labels);
  }

  boolean select(Agent agent) {
    return agent.labels().entrySet().containsAll(required.entrySet());
  }

  /// Whether there can be an agent that both select.
  boolean overlap(AgentLabels other) {
    return required.entrySet().stream()
        .allMatch(label ->
            other.required.getOrDefault(label.getKey(), label.getValue()).equals(label.getValue()));
  }

  @Override
  public String toString() {
    return required.isEmpty() ? "every agent" : "agents with " + required;
  }
}
