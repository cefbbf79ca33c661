import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A recorded answer of a model that proposes tool calls.
///
/// @param json as the provider sent it
record ModelResponse(String json) {
  /// One proposed call.
  record ToolCall(String callId, String name, String arguments) {}

  static ModelResponse read(Path file) throws IOException {
    return new ModelResponse(Files.readString(file));
  }

  static JsonNode parse(String json) {
    return JsonMapper.shared().readTree(json);
  }

  List<ToolCall> calls() {
    var calls = new ArrayList<ToolCall>();
    for (var item : parse(json).path("output")) {
      if (item.path("type").asString().equals("function_call")) {
        calls.add(
            new ToolCall(
                item.path("call_id").asString(),
                item.path("name").asString(),
                item.path("arguments").asString()));
      }
    }
    return calls;
  }
}
