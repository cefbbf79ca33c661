package dev.interlock.runner.provider;

import dev.interlock.runner.json.JsonKind;
import dev.interlock.runner.json.RawMembers;
import dev.interlock.runner.operation.CallId;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// One field of a model's message, which knows its path, so that every problem names it.
///
/// @param path as a reader would write it: `choices[0].message`
/// @param value a missing node when the field is absent
record MessageField(String path, JsonNode value, RawMembers source) {

  /// The message itself.
  static MessageField root(ObjectNode message, RawMembers source) {
    return new MessageField("", message, source);
  }

  /// A member of this object; absent when there is none.
  MessageField member(String name) {
    if (!value.isObject()) {
      throw unusable("must be an object, got " + JsonKind.of(value));
    }
    var memberPath = path.isEmpty() ? name : path + "." + name;
    return new MessageField(memberPath, value.path(name), source);
  }

  /// The member's text exactly as it was sent; empty when there is none.
  String rawMember(String name) {
    var raw = source.of((ObjectNode) value, name);
    return raw == null ? "" : raw;
  }

  /// The elements of this array.
  List<MessageField> elements() {
    if (!value.isArray()) {
      throw unusable("must be an array, got " + JsonKind.of(value));
    }
    return IntStream.range(0, value.size()).mapToObj(this::element).toList();
  }

  MessageField element(int index) {
    return new MessageField(path + "[" + index + "]", value.path(index), source);
  }

  /// Whether there is nothing here: no field, or null.
  boolean isAbsent() {
    return value.isMissingNode() || value.isNull();
  }

  /// Whether this is exactly that string.
  boolean is(String text) {
    return value.isString() && value.stringValue().equals(text);
  }

  /// This string, which must not be empty.
  String text() {
    if (!value.isString() || value.stringValue().isEmpty()) {
      throw unusable(
          "must be a string that is not empty, got "
              + (value.isString() ? "an empty one" : JsonKind.of(value)));
    }
    return value.stringValue();
  }

  /// This call id.
  CallId callId() {
    try {
      return new CallId(text());
    } catch (IllegalArgumentException e) {
      throw unusable("is refused: " + e.getMessage());
    }
  }

  /// The exception that ends the reading here.
  UnusableMessageException unusable(String problem) {
    return new UnusableMessageException(path.isEmpty() ? "the message" : path, problem);
  }
}
