package dev.interlock.runner.policy.schema;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import dev.interlock.runner.policy.Findings;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// A JSON Schema 2020-12, compiled. `format` is an annotation, as the specification's default says.
/// Immutable; any thread may use it.
public final class CompiledSchema {
  private static final String META = "https://json-schema.org/draft/2020-12/schema";
  private static final long MAX_STEPS = 2_000_000;
  private static final int MAX_DEPTH = 500;
  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .regularExpressionFactory(new LinearPatterns())
          .pathType(PathType.JSON_POINTER)
          .losslessNarrowing(true)
          .preloadSchema(true)
          .locale(Locale.ROOT)
          .build();
  private static final Schema META_SCHEMA = registry().getSchema(SchemaLocation.of(META));

  private static final Violation TOO_DEEP =
      new Violation("", "is too large or too deep to be checked against its schema");

  private final Schema schema;
  private final Shape shape;

  private CompiledSchema(Schema schema, Shape shape) {
    this.schema = schema;
    this.shape = shape;
  }

  /// Compiles a schema; empty when it cannot be used, and then the findings say why.
  ///
  /// @param findings takes paths below the schema
  public static Optional<CompiledSchema> compile(JsonNode schema, Findings findings) {
    var wrong = META_SCHEMA.validate(schema);
    wrong.stream()
        .map(error -> Violations.of(error, Shape.of(schema)))
        .distinct()
        .forEach(v ->
            findings.reject(fieldOf(v.pointer()), "is not JSON Schema 2020-12: " + v.message()));
    boolean clean = new SchemaLint(schema, findings).check(schema);
    if (!wrong.isEmpty() || !clean) {
      return Optional.empty();
    }
    try {
      var compiled = registry().getSchema(schema.deepCopy());
      compiled.initializeValidators();
      var usable = new CompiledSchema(compiled, Shape.of(schema));
      if (usable.violations(JsonNodeFactory.instance.objectNode()).contains(TOO_DEEP)) {
        findings.reject("", "refers to itself without end: no value can be checked against it");
        return Optional.empty();
      }
      return Optional.of(usable);
    } catch (SchemaException e) {
      findings.reject("", "is not JSON Schema 2020-12: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static SchemaRegistry registry() {
    return SchemaRegistry.withDialect(
        Dialects.getDraft202012(),
        builder ->
            builder
                .schemaRegistryConfig(CONFIG)
                .schemaLoader(loader ->
                    loader.block(iri ->
                        !iri.toString().startsWith("https://json-schema.org/draft/2020-12/"))));
  }

  private static String fieldOf(String pointer) {
    return pointer.isEmpty() ? "" : pointer.substring(1).replace('/', '.');
  }

  /// The names that the schema knows.
  public Shape shape() {
    return shape;
  }

  /// Everything that is wrong with the value; empty when it is valid.
  public List<Violation> violations(JsonNode value) {
    try {
      return schema.validate(value, CompiledSchema::limit).stream()
          .map(error -> Violations.of(error, shape))
          .distinct()
          .toList();
    } catch (ValidationLimitExceededException e) {
      return List.of(
          new Violation("", "is too large or too deep to be checked against its schema"));
    }
  }

  private static void limit(ExecutionContext context) {
    context.executionConfig(
        config -> config.maxEvaluationSteps(MAX_STEPS).maxEvaluationDepth(MAX_DEPTH));
  }
}
