package dev.interlock.runner.provider;

import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.RawMembers;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.provider.MessageFormat.Answered;
import dev.interlock.runner.provider.ProviderReading.Calls;
import dev.interlock.runner.provider.ProviderReading.Unusable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ObjectNode;

/// The model APIs whose messages are understood. Each takes the calls out of a model's message and
/// gives the messages to append: every call answered exactly once, ids verbatim, order kept.
///
/// A message that was cut off (out of tokens, filtered) is refused as a whole: its last call may be
/// half a call, and half of the arguments can look like all of them.
public enum ProviderFormat {
  /// OpenAI's Responses API: items of `output`.
  OPENAI_RESPONSES("openai/responses"),
  /// OpenAI's Chat Completions, and what speaks like it: `choices[0].message`, or that message.
  OPENAI_CHAT("openai/chat"),
  /// Anthropic's Messages API: blocks of `content`.
  ANTHROPIC_MESSAGES("anthropic/messages"),
  /// Gemini's generateContent: `candidates[0].content`, or that content.
  GEMINI_CONTENT("gemini/content");

  private final String path;

  ProviderFormat(String path) {
    this.path = path;
  }

  /// The end of the adapter's path: `openai/responses`.
  public String path() {
    return path;
  }

  /// The format with this path.
  public static Optional<ProviderFormat> ofPath(String path) {
    return Arrays.stream(values()).filter(format -> format.path.equals(path)).findFirst();
  }

  /// Reads a model's message from its bytes.
  ///
  /// @param turn the model turn, from 1; 0 when nobody said
  public ProviderReading read(byte[] body, int turn, JsonLimits limits) {
    return switch (StrictJson.parseObject(body, limits)) {
      case Malformed malformed ->
          new Unusable("the message", "is refused: " + malformed.describe());
      case Parsed(ObjectNode message, var source) -> read(message, source, turn);
      case Parsed _ -> throw new IllegalStateException("parseObject gives objects only");
    };
  }

  /// Reads a model's message that was parsed already, alone or as a member of a larger body.
  ///
  /// @param source where the members of `message` stood in the body
  /// @param turn the model turn, from 1; 0 when nobody said
  public ProviderReading read(ObjectNode message, RawMembers source, int turn) {
    try {
      return new Calls(format().calls(MessageField.root(message, source), turn));
    } catch (UnusableMessageException e) {
      return e.unusable();
    }
  }

  /// The messages to append to the conversation: items or tool messages, one a call, with OpenAI;
  /// one message with all results with Anthropic and Gemini. Empty when there were no calls.
  ///
  /// @param calls what `read` gave
  /// @param results one for each call, in the order of the calls
  /// @throws IllegalArgumentException when a call has no result or another's: leaving one out makes
  ///   the provider refuse every later request
  public List<ObjectNode> answer(List<ProposedCall> calls, List<CallResult> results) {
    if (calls.size() != results.size()) {
      throw new IllegalArgumentException(
          "%d calls need %d results, got %d".formatted(calls.size(), calls.size(), results.size()));
    }
    var answers =
        IntStream.range(0, calls.size())
            .mapToObj(i -> answered(calls.get(i), results.get(i)))
            .toList();
    return answers.isEmpty() ? List.of() : format().answer(answers);
  }

  private static Answered answered(ProposedCall call, CallResult result) {
    if (!call.callId().equals(result.callId())) {
      throw new IllegalArgumentException(
          "call %s got the result of %s".formatted(call.callId(), result.callId()));
    }
    return new Answered(call, result);
  }

  private MessageFormat format() {
    return switch (this) {
      case OPENAI_RESPONSES -> new OpenAiResponses();
      case OPENAI_CHAT -> new OpenAiChat();
      case ANTHROPIC_MESSAGES -> new AnthropicMessages();
      case GEMINI_CONTENT -> new GeminiContent();
    };
  }
}
