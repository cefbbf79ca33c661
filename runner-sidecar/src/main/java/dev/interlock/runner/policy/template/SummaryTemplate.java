package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.schema.Shape;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/// A sentence for a person with values of the input in it. The values come from the model: they
/// cannot break the line, reorder it, or grow without bound.
public final class SummaryTemplate {
  private static final int MAX_VALUE = 80;
  private static final int MAX_SUMMARY = 500;

  private final Text text;

  private SummaryTemplate(Text text) {
    this.text = text;
  }

  /// Parses a summary; empty when it cannot be used, and then the findings say why.
  public static Optional<SummaryTemplate> compile(
      String source, String field, Shape input, Findings findings) {
    int[] wrong = {0};
    Findings counting =
        (at, message) -> {
          wrong[0]++;
          findings.reject(at, message);
        };
    var text = Text.parse(source, field, counting);
    new PlaceholderCheck(input, counting).check(text, field, PlaceholderCheck.Place.WHOLE);
    if (text.placeholders().anyMatch(p -> !(p instanceof Placeholder.InputValue))) {
      counting.reject(field, "only {input.<property>} may stand in a summary");
    }
    return wrong[0] == 0 ? Optional.of(new SummaryTemplate(text)) : Optional.empty();
  }

  /// The sentence.
  ///
  /// @param input the input, redacted
  public String render(JsonNode input) {
    var rendered = new StringBuilder();
    for (var part : text.parts()) {
      rendered.append(
          switch (part) {
            case Text.Part.Literal(var literal) -> literal;
            case Text.Part.Value(Placeholder.InputValue value) ->
                value.in(input).map(SummaryTemplate::shown).orElse("(none)");
            case Text.Part.Value _ -> "";
          });
    }
    return oneLine(rendered.toString(), MAX_SUMMARY);
  }

  private static String shown(JsonNode value) {
    return oneLine(value.isString() ? value.stringValue() : value.toString(), MAX_VALUE);
  }

  /// The text in one line of at most so many characters. Control, format (bidirectional ones too)
  /// and separator characters become `�`: they could hide what is approved.
  public static String oneLine(String text, int max) {
    var visible = text.replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Cn}]", "\uFFFD");
    return visible.codePointCount(0, visible.length()) <= max
        ? visible
        : visible.substring(0, visible.offsetByCodePoints(0, max)) + "…";
  }
}
