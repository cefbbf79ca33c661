package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.Names;
import dev.interlock.runner.policy.schema.Shape;
import org.jspecify.annotations.Nullable;

/// Checks the placeholders of a text against the input schema.
///
/// @param input the shape of the tool's arguments
record PlaceholderCheck(Shape input, Findings findings) {

  /// Where a placeholder stands, which says what its value may be.
  enum Place {
    /// In the midst of a text: there must be a value, and a single one.
    INSIDE,
    /// It is all of a text, which is left out without a value: a single one.
    WHOLE,
    /// It stands for a whole JSON value, of any kind, which is left out without one.
    JSON
  }

  void check(Text text, String field, Place place) {
    text.placeholders()
        .forEach(placeholder -> {
          if (placeholder instanceof Placeholder.InputValue value) {
            check(value, field, place);
          }
        });
  }

  private void check(Placeholder.InputValue value, String field, Place place) {
    @Nullable Shape shape = input;
    for (var name : value.path()) {
      if (shape == null) {
        return;
      }
      if (shape.lacks(name)) {
        var known = shape.properties().keySet();
        findings.reject(
            field,
            "{%s} names a property that the input schema does not have%s; known there: %s"
                .formatted(value.name(), Names.suggestion(name, known), String.join(", ", known)));
        return;
      }
      if (place == Place.INSIDE && !shape.open() && !shape.certain().contains(name)) {
        findings.reject(
            field,
            "{%s} may be absent, and nothing can stand there instead: list %s in required, or give it a default"
                .formatted(value.name(), name));
        return;
      }
      shape = shape.property(name);
    }
    if (place != Place.JSON) {
      checkSingle(value, shape, field);
    }
  }

  private void checkSingle(Placeholder.InputValue value, @Nullable Shape shape, String field) {
    if (shape != null
        && !shape.types().isEmpty()
        && (shape.types().equals(java.util.Set.of("object"))
            || shape.types().equals(java.util.Set.of("array")))) {
      findings.reject(
          field, "{%s} is an object or a list: name a single value in it".formatted(value.name()));
    }
  }
}
