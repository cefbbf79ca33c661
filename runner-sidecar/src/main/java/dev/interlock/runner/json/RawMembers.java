package dev.interlock.runner.json;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/// Where each member of each object stood in the parsed text, so that a value can be kept exactly
/// as it was sent. Objects are told apart by identity: ask with the nodes of the same parse.
public final class RawMembers {

  private record Span(int start, int end) {}

  private final String text;
  private final IdentityHashMap<ObjectNode, Map<String, Span>> spans = new IdentityHashMap<>();

  RawMembers(String text) {
    this.text = text;
  }

  void add(ObjectNode parent, String name, int start, int end) {
    spans.computeIfAbsent(parent, _ -> new HashMap<>()).put(name, new Span(start, end));
  }

  /// The text of one member as it was sent, without the white space around it; null when `parent`
  /// has no such member or comes from another parse.
  public @Nullable String of(ObjectNode parent, String name) {
    var members = spans.get(parent);
    var span = members == null ? null : members.get(name);
    return span == null ? null : text.substring(span.start, span.end);
  }
}
