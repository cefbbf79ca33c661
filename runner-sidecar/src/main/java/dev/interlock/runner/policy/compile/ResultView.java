package dev.interlock.runner.policy.compile;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.json.JsonLimits;
import dev.interlock.runner.json.ParseResult.Malformed;
import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.policy.Shown;
import dev.interlock.runner.policy.schema.CompiledSchema;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// An upstream's answer as the model may see it: checked whole, then only what is exposed, without
/// what is redacted, cut to size.
///
/// @param schema of the whole answer; absent when none is declared
/// @param expose empty for everything
/// @param maxShown bytes of the JSON that the model gets
/// @param maxBody bytes of an answer that is read at all
record ResultView(
    @Nullable CompiledSchema schema,
    PointerTree expose,
    PointerTree redact,
    int maxShown,
    int maxBody) {
  private static final Shown NOTHING = new Shown(null, false, true);
  private static final Shown WITHHELD = new Shown(null, false, false);

  Shown show(byte @Nullable [] body) {
    if (body == null || body.length == 0) {
      return schema == null ? NOTHING : WITHHELD;
    }
    return switch (StrictJson.parse(body, JsonLimits.DEFAULT.withMaxBytes(maxBody))) {
      case Malformed _ -> WITHHELD;
      case Parsed(var value, _) ->
          schema == null || schema.violations(value).isEmpty() ? show(value) : WITHHELD;
    };
  }

  private Shown show(JsonNode value) {
    var redacted = redact.redact(value);
    var exposed =
        expose.isEmpty()
            ? redacted
            : expose.keep(redacted).orElse(JsonNodeFactory.instance.objectNode());
    var whole = CanonicalJson.write(exposed);
    if (whole.getBytes(StandardCharsets.UTF_8).length <= maxShown) {
      return new Shown(whole, false, true);
    }
    return new Shown(CanonicalJson.write(ResultCut.fit(exposed, maxShown)), true, true);
  }
}
