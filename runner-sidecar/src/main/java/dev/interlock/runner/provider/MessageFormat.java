package dev.interlock.runner.provider;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// One provider's shapes. Implementations hold no state.
interface MessageFormat {

  JsonNodeFactory JSON = JsonNodeFactory.instance;

  /// A call with what the runner answers to it.
  record Answered(ProposedCall call, CallResult result) {}

  /// The calls of a message, in its order.
  ///
  /// @param turn the model turn, from 1; 0 when nobody said
  /// @throws UnusableMessageException at the first problem
  List<ProposedCall> calls(MessageField message, int turn);

  /// The messages to append to the conversation, in order; empty when nothing is answered.
  List<ObjectNode> answer(List<Answered> answers);

  /// The value of `tools` in the model request.
  JsonNode tools(List<ToolDefinition> definitions);
}
