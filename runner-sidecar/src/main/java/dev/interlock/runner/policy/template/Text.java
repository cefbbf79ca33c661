package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// A text with placeholders, parsed. `{{` and `}}` stand for single braces.
///
/// @param parts literals and placeholders in order
record Text(List<Part> parts) {
  Text {
    parts = List.copyOf(parts);
  }

  /// A piece of the text.
  sealed interface Part {
    /// As it is written.
    record Literal(String text) implements Part {}

    /// To be filled in.
    record Value(Placeholder placeholder) implements Part {}
  }

  /// The placeholder that is the whole text; empty when there is anything else.
  Optional<Placeholder> only() {
    return parts.size() == 1 && parts.getFirst() instanceof Part.Value(var placeholder)
        ? Optional.of(placeholder)
        : Optional.empty();
  }

  Stream<Placeholder> placeholders() {
    return parts.stream()
        .mapMulti((part, to) -> {
          if (part instanceof Part.Value(var placeholder)) {
            to.accept(placeholder);
          }
        });
  }

  boolean isLiteral() {
    return placeholders().findAny().isEmpty();
  }

  /// The literal pieces, joined.
  String literals() {
    var text = new StringBuilder();
    for (var part : parts) {
      if (part instanceof Part.Literal(var literal)) {
        text.append(literal);
      }
    }
    return text.toString();
  }

  /// Reads a text; what is wrong with its braces goes to the findings, at `field`.
  static Text parse(String source, String field, Findings findings) {
    var parts = new ArrayList<Part>();
    var literal = new StringBuilder();
    int i = 0;
    while (i < source.length()) {
      char c = source.charAt(i);
      boolean doubled = i + 1 < source.length() && source.charAt(i + 1) == c;
      if ((c == '{' || c == '}') && doubled) {
        literal.append(c);
        i += 2;
      } else if (c == '{') {
        int end = source.indexOf('}', i);
        if (end < 0) {
          findings.reject(field, "a { without its }: close it, or write {{ for a brace");
          break;
        }
        if (!literal.isEmpty()) {
          parts.add(new Part.Literal(literal.toString()));
          literal.setLength(0);
        }
        placeholder(source.substring(i + 1, end), field, findings)
            .ifPresent(placeholder -> parts.add(new Part.Value(placeholder)));
        i = end + 1;
      } else {
        if (c == '}') {
          findings.reject(field, "a } without its {: remove it, or write }} for a brace");
        }
        literal.append(c);
        i++;
      }
    }
    if (!literal.isEmpty()) {
      parts.add(new Part.Literal(literal.toString()));
    }
    return new Text(parts);
  }

  private static Optional<Placeholder> placeholder(String name, String field, Findings findings) {
    if (name.equals("operation.id")) {
      return Optional.of(new Placeholder.OperationIdentifier());
    }
    if (name.equals("idempotencyKey")) {
      return Optional.of(new Placeholder.Key());
    }
    if (name.matches("input([.][^.{}\\s]+)+")) {
      var path = List.of(name.substring("input.".length()).split("[.]"));
      return Optional.of(new Placeholder.InputValue(path));
    }
    findings.reject(
        field,
        "there is no placeholder {%s}: write {input.<property>}, {operation.id} or {idempotencyKey}"
            .formatted(name));
    return Optional.empty();
  }
}
