package dev.interlock.runner.policy.expression;

import dev.interlock.runner.policy.schema.Shape;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// Which variables an expression may use, and what is known of each.
///
/// @param variables the shape of each variable by name
public record Scope(Map<String, Known> variables) {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Known AGENT =
      fixed(
          """
          {"properties": {"namespace": {"type": "string"}, "pod": {"type": "string"},
            "serviceAccount": {"type": "string"}, "labels": {"type": "object"}}}
          """);
  private static final Known RUN =
      fixed(
          """
          {"properties": {"id": {"type": "string"}, "turn": {"type": "integer"},
            "calls": {"type": "integer"}, "spent": {"type": "number"}}}
          """);
  private static final Known RESPONSE =
      fixed(
          """
          {"properties": {"status": {"type": "integer"}, "headers": {"type": "object"}, "body": {}}}
          """);

  /// What is known of a variable.
  ///
  /// @param shape absent when its names cannot be checked
  public record Known(@Nullable Shape shape) {}

  public Scope {
    variables = Map.copyOf(variables);
  }

  /// `input`, `user`, `agent` and `run`.
  ///
  /// @param input the shape of the tool's arguments
  public static Scope ofCall(Shape input) {
    return new Scope(
        Map.of("input", new Known(input), "user", new Known(null), "agent", AGENT, "run", RUN));
  }

  /// `input` alone: what identity and locks may depend on.
  public static Scope ofInput(Shape input) {
    return new Scope(Map.of("input", new Known(input)));
  }

  /// `response`.
  public static Scope ofResponse() {
    return new Scope(Map.of("response", RESPONSE));
  }

  private static Known fixed(String schema) {
    return new Known(Shape.of(MAPPER.readTree(schema)));
  }
}
