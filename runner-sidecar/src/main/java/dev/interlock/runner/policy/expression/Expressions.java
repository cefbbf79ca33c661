package dev.interlock.runner.policy.expression;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.Names;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Compiles a policy's expressions. Everything that can be wrong without knowing a call is found
/// here.
public final class Expressions {
  private static final int MAX_LENGTH = 4096;
  private static final int MAX_ITERATIONS = 10_000;
  private static final int MAX_REGEX = 10_000;
  private static final CelOptions OPTIONS =
      CelOptions.current()
          .enableHeterogeneousNumericComparisons(true)
          .comprehensionMaxIterations(MAX_ITERATIONS)
          .maxExpressionCodePointSize(MAX_LENGTH)
          .maxParseRecursionDepth(64)
          .maxRegexProgramSize(MAX_REGEX)
          .build();
  private static final CelRuntime RUNTIME =
      CelRuntimeFactory.legacyCelRuntimeBuilder().setOptions(OPTIONS).build();
  private static final Pattern UNDECLARED = Pattern.compile("undeclared reference to '([^']*)'");

  private final Scope scope;
  private final Findings findings;
  private final CelCompiler compiler;

  /// @param findings takes the paths of the expressions
  public Expressions(Scope scope, Findings findings) {
    this.scope = scope;
    this.findings = findings;
    var builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS);
    scope
        .variables()
        .keySet()
        .forEach(name -> builder.addVar(name, MapType.create(SimpleType.STRING, SimpleType.DYN)));
    this.compiler = builder.build();
  }

  /// A condition; empty when it cannot be one, and then the findings say why.
  public Optional<Expression> condition(String field, String source) {
    return compile(field, source, "a condition (true or false)", SimpleType.BOOL);
  }

  /// An expression that names something.
  public Optional<Expression> name(String field, String source) {
    return compile(
        field,
        source,
        "a string, an integer or a boolean",
        SimpleType.STRING,
        SimpleType.INT,
        SimpleType.BOOL);
  }

  /// An expression of any result.
  public Optional<Expression> value(String field, String source) {
    return compile(field, source, "a value");
  }

  private Optional<Expression> compile(
      String field, String source, String expected, CelType... allowed) {
    var result = compiler.compile(source);
    if (result.hasError()) {
      result
          .getErrors()
          .forEach(issue ->
              findings.reject(
                  field,
                  "is not CEL at column %d: %s"
                      .formatted(
                          issue.getSourceLocation().getColumn() + 1, explain(issue.getMessage()))));
      return Optional.empty();
    }
    try {
      return checked(field, source, result.getAst(), expected, allowed);
    } catch (CelValidationException | CelEvaluationException e) {
      findings.reject(field, "is not CEL: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<Expression> checked(
      String field, String source, CelAbstractSyntaxTree ast, String expected, CelType... allowed)
      throws CelEvaluationException {
    var type = ast.getResultType();
    boolean fits =
        allowed.length == 0 || type.equals(SimpleType.DYN) || Arrays.asList(allowed).contains(type);
    if (!fits) {
      findings.reject(field, "must be %s, but its type is %s".formatted(expected, type.name()));
    }
    int[] wrong = {0};
    new NameCheck(
            message -> {
              wrong[0]++;
              findings.reject(field, message);
            })
        .check(ast.getExpr(), scope);
    return fits && wrong[0] == 0
        ? Optional.of(new Expression(source, RUNTIME.createProgram(ast), uses(ast)))
        : Optional.empty();
  }

  private Set<String> uses(CelAbstractSyntaxTree ast) {
    return CelNavigableAst.fromAst(ast)
        .getRoot()
        .allNodes()
        .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.IDENT)
        .map(node -> node.expr().ident().name())
        .filter(scope.variables()::containsKey)
        .collect(Collectors.toSet());
  }

  private String explain(String message) {
    var undeclared = UNDECLARED.matcher(message);
    if (!undeclared.find()) {
      return message.replaceAll(" \\(candidates: .*", "");
    }
    var known = scope.variables().keySet();
    return "there is no variable or function %s%s; variables here: %s"
        .formatted(
            undeclared.group(1),
            Names.suggestion(undeclared.group(1), known),
            String.join(", ", known.stream().sorted().toList()));
  }
}
