package dev.interlock.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The document is OpenAPI 3.1. Source: OpenAPI Specification 3.1.1 §4.8, the fixed fields.
class OpenApiStructureTest {
  private static final JsonNode DOCUMENT = ApiDocument.shared().root();
  private static final Pattern PARAMETER = Pattern.compile("\\{([a-z]+)}");
  private static final Map<String, Set<String>> FIELDS =
      Map.of(
          "document", Set.of("openapi", "info", "servers", "tags", "paths", "components"),
          "info", Set.of("title", "version", "summary", "description", "license"),
          "operation",
              Set.of(
                  "tags",
                  "operationId",
                  "summary",
                  "description",
                  "parameters",
                  "requestBody",
                  "responses"),
          "parameter", Set.of("name", "in", "required", "description", "schema"),
          "body", Set.of("description", "required", "content"),
          "response", Set.of("description", "headers", "content"),
          "header", Set.of("description", "required", "schema"),
          "media", Set.of("schema"));

  private final List<JsonNode> schemas = new ArrayList<>();

  @Test
  void everyObjectHasItsFieldsAndNoOthers() {
    walk();
  }

  @Test
  void everyReferenceResolvesAndEveryComponentIsUsed() {
    var used = new TreeSet<String>();
    DOCUMENT.findValues("$ref").forEach(reference -> used.add(reference.asString()));
    var defined = new TreeSet<String>();
    DOCUMENT
        .path("components")
        .properties()
        .forEach(kind ->
            kind.getValue()
                .propertyNames()
                .forEach(name -> defined.add("#/components/" + kind.getKey() + "/" + name)));
    assertThat(used).isEqualTo(defined);
  }

  @Test
  void noDescriptionIsCutByItsOwnComma() {
    noneIsNull("", DOCUMENT);
  }

  @Test
  void operationsAreNamedOnceAndBelongToAKnownTag() {
    var tags = new HashSet<String>();
    DOCUMENT.path("tags").forEach(tag -> tags.add(tag.path("name").asString()));
    var names = new HashSet<String>();
    operations()
        .forEach(operation -> {
          var described = operation.getValue();
          assertThat(names.add(described.path("operationId").asString())).isTrue();
          assertThat(tags).contains(described.at("/tags/0").asString());
        });
  }

  @Test
  void everySchemaIsValidAndEveryExampleIsValidByItsSchema() {
    walk();
    var meta =
        SchemaRegistry.withDialect(Dialects.getDraft202012())
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
    DOCUMENT.path("components").path("schemas").forEach(schemas::add);
    assertThat(schemas).hasSizeGreaterThan(50);
    schemas.forEach(schema ->
        assertThat(meta.validate(schema).stream().map(Object::toString)).as("" + schema).isEmpty());
    DOCUMENT
        .at("/components/schemas")
        .properties()
        .forEach(schema ->
            schema
                .getValue()
                .path("examples")
                .forEach(example ->
                    ApiDocument.shared()
                        .valid("/components/schemas/" + schema.getKey(), example, "an example")));
  }

  /// Looks at every object, and collects the schemas.
  private void walk() {
    has("document", DOCUMENT, "openapi", "info", "paths");
    assertThat(DOCUMENT.path("openapi").asString()).startsWith("3.1.");
    has("info", DOCUMENT.path("info"), "title", "version", "description");
    operations().forEach(operation -> operation(operation.getKey(), operation.getValue()));
    var components = DOCUMENT.path("components");
    components.path("parameters").forEach(this::parameter);
    components.path("headers").forEach(this::header);
    components.path("responses").forEach(this::response);
  }

  private void operation(String path, JsonNode operation) {
    has("operation", operation, "operationId", "summary", "responses", "tags");
    var inPath = new TreeSet<String>();
    for (var reference : operation.path("parameters")) {
      var parameter = resolved(reference);
      parameter(parameter);
      if (parameter.path("in").asString().equals("path")) {
        assertThat(parameter.path("required").asBoolean()).isTrue();
        inPath.add(parameter.path("name").asString());
      }
    }
    var inTemplate = new TreeSet<String>();
    PARAMETER.matcher(path).results().forEach(result -> inTemplate.add(result.group(1)));
    assertThat(inPath).as(path).isEqualTo(inTemplate);
    if (operation.has("requestBody")) {
      has("body", operation.path("requestBody"), "content");
      operation.path("requestBody").path("content").forEach(this::media);
    }
    assertThat(operation.path("responses").propertyNames())
        .contains("200", "403", "500", "503")
        .allSatisfy(status -> assertThat(status).matches("[2-5][0-9][0-9]"));
    operation.path("responses").forEach(response -> response(resolved(response)));
  }

  private void response(JsonNode response) {
    has("response", response, "description");
    response.path("headers").forEach(header -> header(resolved(header)));
    response.path("content").forEach(this::media);
  }

  private void parameter(JsonNode parameter) {
    has("parameter", parameter, "name", "in", "description", "schema");
    assertThat(parameter.path("in").asString()).isIn("path", "query", "header");
    schemas.add(parameter.path("schema"));
  }

  private void header(JsonNode header) {
    has("header", header, "description", "schema");
    schemas.add(header.path("schema"));
  }

  private void media(JsonNode media) {
    has("media", media, "schema");
    schemas.add(media.path("schema"));
  }

  private static void has(String kind, JsonNode object, String... required) {
    assertThat(object.propertyNames())
        .as(kind + " " + object)
        .contains(required)
        .isSubsetOf(FIELDS.get(kind));
    for (var field : required) {
      assertThat(object.path(field).isString() && object.path(field).asString().isBlank())
          .as(kind + "." + field)
          .isFalse();
    }
  }

  /// In YAML `{description: a, b}` is a field `b` without a value.
  private static void noneIsNull(String at, JsonNode node) {
    assertThat(node.isNull()).as(at).isFalse();
    node.properties().forEach(field -> noneIsNull(at + "/" + field.getKey(), field.getValue()));
    if (node.isArray()) {
      node.forEach(item -> noneIsNull(at, item));
    }
  }

  private static JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? DOCUMENT.at(node.path("$ref").asString().substring(1)) : node;
  }

  private static List<Map.Entry<String, JsonNode>> operations() {
    var operations = new ArrayList<Map.Entry<String, JsonNode>>();
    DOCUMENT
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .forEach(operation -> operations.add(Map.entry(path.getKey(), operation))));
    return operations;
  }
}
