package dev.interlock.runner.operation;

import java.util.Map;

/// Who makes the calls, as the sidecar knows it from its own configuration and never from the call.
///
/// @param namespace the Kubernetes namespace, or `default` on a laptop
/// @param pod the pod's name, or the host's
/// @param serviceAccount the pod's service account, or empty
/// @param labels the pod's labels, by which policies choose their agents
public record Agent(
    String namespace, String pod, String serviceAccount, Map<String, String> labels) {
  public Agent {
    labels = Map.copyOf(labels);
  }
}
