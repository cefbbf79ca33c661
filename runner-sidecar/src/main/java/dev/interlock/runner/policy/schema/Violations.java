package dev.interlock.runner.policy.schema;

import com.networknt.schema.Error;
import dev.interlock.runner.policy.Names;
import java.util.Arrays;

/// Words a validator's error so that its reader can correct the value, without repeating it.
final class Violations {
  private static final int MAX_NAME = 64;
  private static final int MAX_MESSAGE = 240;

  private Violations() {}

  static Violation of(Error error, Shape shape) {
    var pointer = error.getInstanceLocation().toString();
    return new Violation(
        clean(pointer, MAX_MESSAGE), clean(message(error, pointer, shape), MAX_MESSAGE));
  }

  private static String message(Error error, String pointer, Shape root) {
    var property = error.getProperty();
    return switch (error.getKeyword()) {
      case "required" -> "the property " + cut(property) + " is required";
      case "additionalProperties", "unevaluatedProperties" -> {
        var shape = at(root, pointer);
        var known = shape == null ? java.util.Set.<String>of() : shape.properties().keySet();
        yield "there is no property "
            + cut(property)
            + Names.suggestion(String.valueOf(property), known);
      }
      case null, default -> error.getMessage();
    };
  }

  private static @org.jspecify.annotations.Nullable Shape at(Shape root, String pointer) {
    var shape = root;
    for (var step :
        Arrays.asList(pointer.split("/", -1))
            .subList(1, Math.max(1, pointer.split("/", -1).length))) {
      var next = shape.property(step.replace("~1", "/").replace("~0", "~"));
      shape = next == null && step.matches("[0-9]+") ? shape.item() : next;
      if (shape == null) {
        return null;
      }
    }
    return shape;
  }

  private static String cut(@org.jspecify.annotations.Nullable String name) {
    return name == null ? "?" : clean(name, MAX_NAME);
  }

  private static String clean(String text, int max) {
    var printable = text.replaceAll("\\p{Cntrl}", " ");
    return printable.length() <= max ? printable : printable.substring(0, max) + "…";
  }
}
