package dev.interlock.runner.policy.expression;

import dev.cel.common.exceptions.CelRuntimeException;
import dev.cel.common.values.NullValue;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// One CEL expression, compiled and type-checked. Immutable; any thread may use it.
public final class Expression {
  private static final int MAX_TEXT = 1024;

  private final String source;
  private final CelRuntime.Program program;
  private final Set<String> uses;

  Expression(String source, CelRuntime.Program program, Set<String> uses) {
    this.source = source;
    this.program = program;
    this.uses = Set.copyOf(uses);
  }

  /// The text that the policy's author wrote.
  public String source() {
    return source;
  }

  /// Whether it looks at the variable at all.
  public boolean uses(String variable) {
    return uses.contains(variable);
  }

  /// The value of a condition.
  public boolean holds(Bindings facts) throws EvaluationException {
    if (evaluate(facts) instanceof Boolean answer) {
      return answer;
    }
    throw new EvaluationException("it gives no yes or no");
  }

  /// The value of a name: a string, a number or a boolean, as text of 1 to 1024 characters.
  public String text(Bindings facts) throws EvaluationException {
    var text =
        switch (evaluate(facts)) {
          case String string -> string;
          case Long number -> number.toString();
          case Boolean flag -> flag.toString();
          default -> throw new EvaluationException("it gives no string, integer or boolean");
        };
    if (text.isBlank() || text.length() > MAX_TEXT) {
      throw new EvaluationException(
          "it gives %d characters, must be 1..%d".formatted(text.strip().length(), MAX_TEXT));
    }
    return text;
  }

  /// The value as JSON.
  public JsonNode json(Bindings facts) throws EvaluationException {
    return JsonResults.of(evaluate(facts));
  }

  private Object evaluate(Bindings facts) throws EvaluationException {
    Map<String, Object> variables = facts.only(uses);
    if (variables.size() < uses.size()) {
      throw new EvaluationException("there is no verified user");
    }
    try {
      var value = program.trace(variables, new CostLimit());
      return value == null ? NullValue.NULL_VALUE : value;
    } catch (CelEvaluationException | CelRuntimeException e) {
      throw new EvaluationException(String.valueOf(e.getMessage()));
    }
  }
}
