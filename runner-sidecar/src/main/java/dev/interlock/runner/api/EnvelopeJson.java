package dev.interlock.runner.api;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/// An envelope on the wire. A result is embedded exactly as it was recorded.
final class EnvelopeJson {
  private static final JsonMapper JSON = JsonMapper.shared();

  private EnvelopeJson() {}

  /// The envelope as one JSON object.
  static String write(ResultEnvelope envelope) {
    return JSON.writeValueAsString(node(envelope));
  }

  static ObjectNode node(ResultEnvelope envelope) {
    var node = JsonNodeFactory.instance.objectNode();
    node.put("status", envelope.status());
    if (envelope.code() != null) {
      node.put("code", envelope.code().wireName());
    }
    if (envelope.operation() != null) {
      node.put("logical_operation_id", envelope.operation().value());
    }
    node.put("call_id", envelope.callId().value());
    node.put("run_id", envelope.runId().value());
    node.put("replayed", envelope.replayed());
    node.put("attempts", envelope.attempts());
    if (envelope.result() != null) {
      node.putRawValue("result", new RawValue(envelope.result()));
    }
    node.put("message", envelope.message());
    var actions = node.putArray("allowed_next_actions");
    envelope.allowedNextActions().forEach(action -> actions.add(action.wireName()));
    if (!envelope.retryAfter().isZero()) {
      node.put("retry_after_ms", envelope.retryAfter().toMillis());
    }
    if (envelope.approvalExpiresAt() != null && envelope.operation() != null) {
      node.putObject("approval")
          .put("name", envelope.operation().value())
          .put("expires_at", envelope.approvalExpiresAt().toString());
    }
    if (envelope.truncated()) {
      node.put("truncated", true);
    }
    return node;
  }
}
