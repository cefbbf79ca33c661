package dev.interlock.runner.policy.compile;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.policy.template.SummaryTemplate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A call's input as people may see it.
///
/// @param redaction what nobody sees
/// @param template absent for a general summary
record InputView(String tool, PointerTree redaction, @Nullable SummaryTemplate template) {
  private static final int MAX_SUMMARY = 500;

  /// The effect in one line.
  String summary(JsonNode input) {
    var redacted = redaction.redact(input);
    return template == null
        ? SummaryTemplate.oneLine(tool + " " + CanonicalJson.write(redacted), MAX_SUMMARY)
        : template.render(redacted);
  }

  /// The frozen input without what nobody sees.
  String redacted(String canonicalInput) {
    return switch (StrictJson.parse(canonicalInput)) {
      case Parsed(var input, _) -> CanonicalJson.write(redaction.redact(input));
      case Malformed why ->
          throw new IllegalArgumentException("the frozen input is damaged: " + why.message());
    };
  }
}
