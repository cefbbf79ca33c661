package dev.interlock.runner.provider;

import static dev.interlock.runner.provider.ProviderFormat.ANTHROPIC_MESSAGES;
import static dev.interlock.runner.provider.ProviderFormat.GEMINI_CONTENT;
import static dev.interlock.runner.provider.ProviderFormat.OPENAI_CHAT;
import static dev.interlock.runner.provider.ProviderFormat.OPENAI_RESPONSES;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.provider.ProviderReading.Unusable;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Messages of which no call may run. Single quotes stand for double ones.
class UnusableMessagesTest {

  record Row(String name, ProviderFormat format, String message, String field, String problem) {
    @Override
    public String toString() {
      return name;
    }
  }

  static final List<Row> ROWS =
      List.of(
          new Row(
              "duplicate key anywhere",
              OPENAI_RESPONSES,
              "{'output':[],'output':[]}",
              "the message",
              "is refused: duplicate key \"output\""),
          new Row(
              "an array instead of a response",
              OPENAI_RESPONSES,
              "[]",
              "the message",
              "is refused: the body must be a JSON object"),
          new Row("no output", OPENAI_RESPONSES, "{}", "output", "must be an array, got nothing"),
          new Row(
              "an item that is no object",
              OPENAI_RESPONSES,
              "{'output':['x']}",
              "output[0]",
              "must be an object, got a string"),
          new Row(
              "no call id",
              OPENAI_RESPONSES,
              "{'output':[{'type':'message'},{'type':'function_call','name':'a','arguments':''}]}",
              "output[1].call_id",
              "must be a string that is not empty, got nothing"),
          new Row(
              "a call id of 257 characters",
              OPENAI_RESPONSES,
              "{'output':[{'type':'function_call','call_id':'%s','name':'a'}]}"
                  .formatted("c".repeat(257)),
              "output[0].call_id",
              "is refused: call id must be 1..256 characters, got 257"),
          new Row(
              "a name that is no string",
              OPENAI_RESPONSES,
              "{'output':[{'type':'function_call','call_id':'c','name':1}]}",
              "output[0].name",
              "must be a string that is not empty, got a number"),
          new Row(
              "arguments that are no string",
              OPENAI_RESPONSES,
              "{'output':[{'type':'function_call','call_id':'c','name':'a','arguments':{}}]}",
              "output[0].arguments",
              "must be a string that holds the arguments' JSON, got an object"),
          new Row(
              "an item that was cut off",
              OPENAI_RESPONSES,
              "{'output':[{'type':'function_call','status':'incomplete','call_id':'c','name':'a'}]}",
              "output[0].status",
              "must be completed, got \"incomplete\""),
          new Row(
              "a response that was cut off",
              OPENAI_RESPONSES,
              "{'status':'incomplete','output':[{'type':'function_call','call_id':'c','name':'a'}]}",
              "status",
              "must be completed, got \"incomplete\""),
          new Row(
              "two choices",
              OPENAI_CHAT,
              "{'choices':[{},{}]}",
              "choices",
              "must hold one choice, got 2"),
          new Row(
              "no message in the choice",
              OPENAI_CHAT,
              "{'choices':[{}]}",
              "choices[0].message",
              "must be an object, got nothing"),
          new Row(
              "a user's message",
              OPENAI_CHAT,
              "{'role':'user','content':'x'}",
              "role",
              "must be assistant"),
          new Row(
              "the retired function call",
              OPENAI_CHAT,
              "{'role':'assistant','function_call':{'name':'a','arguments':'{}'}}",
              "function_call",
              "is the retired form"),
          new Row(
              "a custom tool",
              OPENAI_CHAT,
              "{'role':'assistant','tool_calls':[{'id':'c','type':'custom','custom':{}}]}",
              "tool_calls[0].type",
              "must be function, got \"custom\""),
          new Row(
              "out of tokens in the middle of a call",
              OPENAI_CHAT,
              "{'choices':[{'finish_reason':'length','message':{'role':'assistant','tool_calls':["
                  + "{'id':'c','function':{'name':'a','arguments':''}}]}}]}",
              "choices[0].finish_reason",
              "is length: ask the model again with more room"),
          new Row(
              "no id in a tool_use",
              ANTHROPIC_MESSAGES,
              "{'role':'assistant','content':[{'type':'tool_use','name':'a','input':{}}]}",
              "content[0].id",
              "must be a string that is not empty, got nothing"),
          new Row(
              "an Anthropic message without content",
              ANTHROPIC_MESSAGES,
              "{'role':'assistant'}",
              "content",
              "must be an array, got nothing"),
          new Row(
              "an Anthropic message that ran out of tokens",
              ANTHROPIC_MESSAGES,
              "{'role':'assistant','stop_reason':'max_tokens','content':["
                  + "{'type':'tool_use','id':'c','name':'a','input':{}}]}",
              "stop_reason",
              "is max_tokens: ask the model again"),
          new Row(
              "an Anthropic error instead of a message",
              ANTHROPIC_MESSAGES,
              "{'type':'error','error':{'type':'overloaded_error','message':'Overloaded'}}",
              "role",
              "must be assistant"),
          new Row(
              "two candidates",
              GEMINI_CONTENT,
              "{'candidates':[{},{}]}",
              "candidates",
              "must hold one candidate, got 2"),
          new Row(
              "no id, no response id, no turn",
              GEMINI_CONTENT,
              "{'parts':[{'functionCall':{'name':'a','args':{}}}]}",
              "parts[0].functionCall.id",
              "is absent: send the whole response with its responseId, or say the turn"),
          new Row(
              "a call that the model garbled",
              GEMINI_CONTENT,
              "{'candidates':[{'finishReason':'MALFORMED_FUNCTION_CALL','content':{'parts':["
                  + "{'functionCall':{'id':'1','name':'a'}}]}}]}",
              "candidates[0].finishReason",
              "must be STOP, got \"MALFORMED_FUNCTION_CALL\""),
          new Row(
              "a call without a name",
              GEMINI_CONTENT,
              "{'parts':[{'functionCall':{'id':'1','args':{}}}]}",
              "parts[0].functionCall.name",
              "must be a string that is not empty, got nothing"));

  @ParameterizedTest
  @FieldSource("ROWS")
  void namesTheFieldAndWhatToDo(Row row) {
    var message = row.message.replace('\'', '"').getBytes(UTF_8);
    var reading = row.format.read(message, 0, JsonLimits.DEFAULT);
    assertThat(reading).isInstanceOf(Unusable.class);
    var unusable = (Unusable) reading;
    assertThat(unusable.field()).isEqualTo(row.field);
    assertThat(unusable.problem()).startsWith(row.problem);
    assertThat(unusable.describe()).startsWith(row.field + " " + row.problem);
  }
}
