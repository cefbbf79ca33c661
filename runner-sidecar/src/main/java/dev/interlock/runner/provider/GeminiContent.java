package dev.interlock.runner.provider;

import dev.interlock.runner.operation.CallId;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Gemini generateContent: `functionCall` parts in, one content out that holds as many
/// `functionResponse` parts in the same order. Ids are often absent: then one is made here from the
/// response's id, or else the turn, and the part's position. Never from the name, which parallel
/// calls share.
///
/// The model's own content goes back verbatim, thought signatures included; that is the agent's
/// part, nothing here touches it.
///
/// Source: googleapis, google/ai/generativelanguage/v1beta/content.proto.
final class GeminiContent implements MessageFormat {

  @Override
  public List<ProposedCall> calls(MessageField message, int turn) {
    var candidates = message.member("candidates");
    if (candidates.isAbsent()) {
      return callsOf(message, turn == 0 ? "" : "turn-" + turn);
    }
    if (candidates.elements().size() != 1) {
      throw candidates.unusable(
          "must hold one candidate, got %d: candidates are alternatives, ask for one"
              .formatted(candidates.elements().size()));
    }
    var candidate = candidates.element(0);
    var responseId = message.member("responseId");
    var origin =
        responseId.isAbsent() ? (turn == 0 ? "" : "turn-" + turn) : "gemini-" + responseId.text();
    var content = candidate.member("content");
    var calls = content.isAbsent() ? List.<ProposedCall>of() : callsOf(content, origin);
    if (!calls.isEmpty()) {
      requireComplete(candidate.member("finishReason"));
    }
    return calls;
  }

  private static void requireComplete(MessageField reason) {
    if (!reason.isAbsent() && !reason.is("STOP") && !reason.is("FINISH_REASON_UNSPECIFIED")) {
      throw reason.unusable(
          "must be STOP, got %s: ask the model again, its last call may be half of one"
              .formatted(reason.value()));
    }
  }

  private static List<ProposedCall> callsOf(MessageField content, String origin) {
    var parts = content.member("parts");
    if (parts.isAbsent()) {
      return List.of();
    }
    var calls = new ArrayList<ProposedCall>();
    for (var part : parts.elements()) {
      var call = part.member("functionCall");
      if (!call.isAbsent()) {
        calls.add(call(call, origin, calls.size()));
      }
    }
    return calls;
  }

  private static ProposedCall call(MessageField call, String origin, int index) {
    var given = call.member("id");
    boolean ours = given.isAbsent() || given.is("");
    return new ProposedCall(
        ours ? made(given, origin, index) : given.callId(),
        ours,
        call.member("name").text(),
        call.rawMember("args"),
        JSON.objectNode());
  }

  private static CallId made(MessageField id, String origin, int index) {
    // A made-up id that differs each time would turn a resubmitted message into new calls.
    if (origin.isEmpty()) {
      throw id.unusable("is absent: send the whole response with its responseId, or say the turn");
    }
    return new CallId(origin + "-" + index);
  }

  @Override
  public List<ObjectNode> answer(List<Answered> answers) {
    var content = JSON.objectNode().put("role", "user");
    var parts = content.putArray("parts");
    for (var answered : answers) {
      var response = parts.addObject().putObject("functionResponse");
      if (!answered.call().idIsOurs()) {
        response.put("id", answered.call().callId().value());
      }
      var envelope = answered.result().envelope();
      response
          .put("name", answered.call().tool())
          .putObject("response")
          .set(
              answered.result().succeeded() ? "output" : "error",
              survivesDoubles(envelope) ? envelope : JSON.stringNode(envelope.toString()));
    }
    return List.of(content);
  }

  /// Whether every number comes out the same after the provider has put it through a double, as it
  /// does with all numbers of a `Struct`. If not, the envelope travels as text.
  private static boolean survivesDoubles(JsonNode value) {
    if (value.isNumber()) {
      double rounded = value.decimalValue().doubleValue();
      return Double.isFinite(rounded)
          && BigDecimal.valueOf(rounded).compareTo(value.decimalValue()) == 0;
    }
    return StreamSupport.stream(value.spliterator(), false)
        .allMatch(GeminiContent::survivesDoubles);
  }

  @Override
  public JsonNode tools(List<ToolDefinition> definitions) {
    var tools = JSON.arrayNode();
    if (definitions.isEmpty()) {
      return tools;
    }
    var declarations = tools.addObject().putArray("functionDeclarations");
    for (var definition : definitions) {
      declarations
          .addObject()
          .put("name", definition.name())
          .put("description", definition.description())
          .set("parametersJsonSchema", definition.inputSchema());
    }
    return tools;
  }
}
