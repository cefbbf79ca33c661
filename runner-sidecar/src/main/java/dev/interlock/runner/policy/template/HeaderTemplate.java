package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.UndecidableException;
import dev.interlock.runner.policy.template.PlaceholderCheck.Place;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// One header with placeholders in its value. A value can never end the header: what is not
/// printable ASCII is refused, not repaired. Source: RFC 9110 §5.5.
record HeaderTemplate(String name, Text value) {
  private static final int MAX_VALUE = 4096;
  private static final Set<String> OURS =
      Set.of(
          "accept-encoding",
          "connection",
          "content-length",
          "expect",
          "host",
          "keep-alive",
          "proxy-authenticate",
          "proxy-authorization",
          "proxy-connection",
          "te",
          "trailer",
          "transfer-encoding",
          "upgrade");

  /// Checks a header's name; what is wrong with it goes to the findings.
  static void checkName(String name, String field, PlaceholderCheck check) {
    var lower = name.toLowerCase(Locale.ROOT);
    if (!name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}")) {
      check.findings().reject(field, "is not a header name (letters, digits and -), got " + name);
    } else if (OURS.contains(lower)) {
      check
          .findings()
          .reject(field, name + " belongs to the connection and cannot be set: remove it");
    } else if (lower.equals("authorization")) {
      check.findings().reject(field, "a credential must not stand in a policy: write auth instead");
    }
  }

  static HeaderTemplate parse(String name, String value, String field, PlaceholderCheck check) {
    checkName(name, field, check);
    var text = Text.parse(value, field, check.findings());
    if (!isSafe(text.literals()) || !value.strip().equals(value) || value.isEmpty()) {
      check
          .findings()
          .reject(field, "must be printable ASCII without spaces around it, and not empty");
    }
    check.check(text, field, text.only().isPresent() ? Place.WHOLE : Place.INSIDE);
    return new HeaderTemplate(name, text);
  }

  /// The header with the values in it; empty when it is one value and the input has none.
  ///
  /// @throws UndecidableException when a value cannot stand in a header
  Optional<HttpRequest.Header> render(JsonNode input, RequestFacts facts) {
    var only = value.only();
    if (only.isPresent() && only.get().text(input, facts).isEmpty()) {
      return Optional.empty();
    }
    var rendered = new StringBuilder();
    for (var part : value.parts()) {
      rendered.append(
          switch (part) {
            case Text.Part.Literal(var literal) -> literal;
            case Text.Part.Value(var placeholder) -> Values.required(placeholder, input, facts);
          });
    }
    var text = rendered.toString();
    if (!isSafe(text) || !text.strip().equals(text) || text.length() > MAX_VALUE) {
      throw new UndecidableException(
          "the header %s takes at most %d characters of printable ASCII without spaces around them"
              .formatted(name, MAX_VALUE));
    }
    return Optional.of(new HttpRequest.Header(name, text));
  }

  private static boolean isSafe(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c <= '~');
  }
}
