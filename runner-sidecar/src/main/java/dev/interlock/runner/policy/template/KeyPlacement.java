package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.schema.Shape;
import dev.interlock.runner.policy.terms.IdempotencyTerms.Placement;
import dev.interlock.runner.policy.terms.RequestTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Puts the idempotency key where the upstream expects it, and nowhere else.
final class KeyPlacement {
  private static final Text KEY = new Text(List.of(new Text.Part.Value(new Placeholder.Key())));
  private static final Text QUOTED =
      new Text(
          List.of(
              new Text.Part.Literal("\""),
              new Text.Part.Value(new Placeholder.Key()),
              new Text.Part.Literal("\"")));

  private KeyPlacement() {}

  static void inHeader(
      Map<String, HeaderTemplate> headers, @Nullable Placement key, PlaceholderCheck check) {
    if (key instanceof Placement.InHeader(var name, var quoted)) {
      HeaderTemplate.checkName(name, "headers." + name, check);
      if (headers.put(name, new HeaderTemplate(name, quoted ? QUOTED : KEY)) != null) {
        check.findings().reject("headers." + name, "is the idempotency key's header: remove it");
      }
    }
  }

  static UrlTemplate inQuery(UrlTemplate url, @Nullable Placement key, PlaceholderCheck check) {
    if (!(key instanceof Placement.InQuery(var name))) {
      return url;
    }
    if (url.parameters().stream().anyMatch(parameter -> parameter.name().equals(name))) {
      check
          .findings()
          .reject("url", "the query parameter " + name + " is the idempotency key's: remove it");
    }
    return new UrlTemplate(
        url.origin(),
        url.segments(),
        Stream.concat(url.parameters().stream(), Stream.of(new UrlTemplate.Parameter(name, KEY)))
            .toList());
  }

  /// The path of the body's member that takes the key; empty for none.
  static List<String> inBody(RequestTerms terms, @Nullable Placement key, PlaceholderCheck check) {
    if (!(key instanceof Placement.InBody(var pointer))) {
      return List.of();
    }
    var path = new ArrayList<String>();
    for (var step : pointer.substring(Math.min(1, pointer.length())).split("/", -1)) {
      path.add(step.replace("~1", "/").replace("~0", "~"));
    }
    if (terms.body() == RequestTerms.Body.NONE) {
      check
          .findings()
          .reject(
              "body", "is None, but the idempotency key goes into it: write Input or a mapping");
    }
    if (terms.template() != null && !terms.template().at(pointer).isMissingNode()) {
      check
          .findings()
          .reject(
              "body",
              "has a value at %s, where the idempotency key goes: remove it".formatted(pointer));
    }
    if (terms.body() == RequestTerms.Body.INPUT && isArgument(check.input(), path)) {
      check
          .findings()
          .reject("body", "the idempotency key would overwrite the argument at " + pointer);
    }
    return path;
  }

  private static boolean isArgument(Shape input, List<String> path) {
    @Nullable Shape shape = input;
    for (var name : path) {
      if (shape == null || !shape.properties().containsKey(name)) {
        return false;
      }
      shape = shape.property(name);
    }
    return true;
  }
}
