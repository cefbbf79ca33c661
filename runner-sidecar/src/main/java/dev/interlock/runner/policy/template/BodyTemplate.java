package dev.interlock.runner.policy.template;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.UndecidableException;
import dev.interlock.runner.policy.template.PlaceholderCheck.Place;
import dev.interlock.runner.policy.terms.RequestTerms;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// A request's body. Built as a tree and written in canonical form, so that no value can change its
/// structure and equal facts give equal bytes.
///
/// @param template the tree with placeholders in its strings; absent unless `kind` says so
/// @param keyAt the path of the member that takes the idempotency key; empty for none
record BodyTemplate(RequestTerms.Body kind, @Nullable JsonNode template, List<String> keyAt) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  BodyTemplate {
    keyAt = List.copyOf(keyAt);
  }

  static BodyTemplate of(
      RequestTerms terms, List<String> keyAt, String field, PlaceholderCheck check) {
    if (terms.template() != null) {
      checkTree(terms.template(), field, check);
    }
    return new BodyTemplate(terms.body(), terms.template(), keyAt);
  }

  private static void checkTree(JsonNode node, String field, PlaceholderCheck check) {
    if (node.isString()) {
      var text = Text.parse(node.stringValue(), field, check.findings());
      // A string that is one placeholder takes objects and lists too.
      check.check(text, field, text.only().isPresent() ? Place.JSON : Place.INSIDE);
    }
    node.properties()
        .forEach(member -> checkTree(member.getValue(), field + "." + member.getKey(), check));
    if (node.isArray()) {
      IntStream.range(0, node.size())
          .forEach(i -> checkTree(node.get(i), field + "[" + i + "]", check));
    }
  }

  /// The bytes.
  ///
  /// @throws UndecidableException when a value has no place in the template
  byte[] render(JsonNode input, RequestFacts facts) {
    var text =
        switch (kind) {
          case NONE -> "";
          case INPUT ->
              keyAt.isEmpty()
                  ? facts.canonicalInput()
                  : CanonicalJson.write(withKey(input.deepCopy(), facts));
          case TEMPLATE ->
              CanonicalJson.write(
                  withKey(
                      fill(template == null ? NODES.objectNode() : template, input, facts)
                          .orElse(NODES.objectNode()),
                      facts));
        };
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private JsonNode withKey(JsonNode body, RequestFacts facts) {
    if (keyAt.isEmpty()) {
      return body;
    }
    var parent = body;
    for (var name : keyAt.subList(0, keyAt.size() - 1)) {
      if (parent instanceof ObjectNode object && !object.has(name)) {
        object.set(name, NODES.objectNode());
      }
      parent = parent.path(name);
    }
    if (!(parent instanceof ObjectNode object)) {
      throw new UndecidableException("the body has no object that takes the idempotency key");
    }
    object.put(keyAt.getLast(), facts.key().value());
    return body;
  }

  /// A copy with the values in it; empty when it is one placeholder and the input has none there.
  private static Optional<JsonNode> fill(JsonNode node, JsonNode input, RequestFacts facts) {
    return switch (node.getNodeType()) {
      case OBJECT -> {
        var object = NODES.objectNode();
        for (var member : node.properties()) {
          fill(member.getValue(), input, facts).ifPresent(v -> object.set(member.getKey(), v));
        }
        yield Optional.of(object);
      }
      case ARRAY -> {
        var array = NODES.arrayNode();
        node.forEach(item -> fill(item, input, facts).ifPresent(array::add));
        yield Optional.of(array);
      }
      case STRING -> fillString(node.stringValue(), input, facts);
      default -> Optional.of(node);
    };
  }

  private static Optional<JsonNode> fillString(String source, JsonNode input, RequestFacts facts) {
    var text = Text.parse(source, "", (_, message) -> {});
    if (text.only().orElse(null) instanceof Placeholder.InputValue value) {
      return value.in(input).map(JsonNode::deepCopy);
    }
    var rendered = new StringBuilder();
    for (var part : text.parts()) {
      rendered.append(
          switch (part) {
            case Text.Part.Literal(var literal) -> literal;
            case Text.Part.Value(var placeholder) -> Values.required(placeholder, input, facts);
          });
    }
    return Optional.of(NODES.stringNode(rendered.toString()));
  }
}
