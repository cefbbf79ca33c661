package dev.interlock.runner.policy.compile;

import dev.interlock.runner.json.FrozenInput;
import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.json.ToolArguments;
import dev.interlock.runner.policy.InputCheck;
import dev.interlock.runner.policy.schema.CompiledSchema;
import dev.interlock.runner.policy.schema.Completion;
import dev.interlock.runner.policy.schema.Violation;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/// Parses, completes, validates and freezes a call's arguments.
///
/// @param schema of the arguments
/// @param completion fills in the schema's defaults
record ArgumentCheck(CompiledSchema schema, Completion completion) {
  private static final int SHOWN = 10;

  InputCheck check(String rawArguments) {
    return switch (ToolArguments.parse(rawArguments)) {
      case ToolArguments.Refused(var why) -> new InputCheck.Refused(why.describe());
      case ToolArguments.Accepted(var input) -> check(input);
    };
  }

  private InputCheck check(ObjectNode input) {
    completion.complete(input);
    var frozen = FrozenInput.of(input);
    // Read back, so that the first decision sees the numbers just as the later ones will, and so
    // that no default can push the frozen form over the limits of reading it again.
    return switch (StrictJson.parse(frozen.canonical())) {
      case Malformed why ->
          new InputCheck.Refused("with the schema's defaults filled in, " + why.message());
      case Parsed(var value, _) -> {
        var violations = schema.violations(value);
        yield violations.isEmpty()
            ? new InputCheck.Accepted(value, frozen.canonical(), frozen.hash())
            : new InputCheck.Refused(describe(violations));
      }
    };
  }

  private static String describe(List<Violation> violations) {
    var shown =
        violations.stream().limit(SHOWN).map(Violation::describe).collect(Collectors.joining("; "));
    return violations.size() <= SHOWN
        ? shown
        : shown + "; and %d more".formatted(violations.size() - SHOWN);
  }
}
