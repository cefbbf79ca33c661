package dev.interlock.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The document that the door serves, as something that every request and answer is held against.
final class ApiDocument {
  private static final ApiDocument SHARED = new ApiDocument();

  private final JsonNode root;
  private final SchemaRegistry schemas =
      SchemaRegistry.withDialect(
          Dialect.builder(Dialects.getOpenApi31())
              .keyword(new NonValidationKeyword("components"))
              .build(),
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  private final Map<String, Schema> compiled = new ConcurrentHashMap<>();

  private ApiDocument() {
    try (var in = AgentApi.class.getResourceAsStream("/openapi.yaml")) {
      root = YAMLMapper.shared().readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ApiDocument shared() {
    return SHARED;
  }

  JsonNode root() {
    return root;
  }

  /// Fails unless this is one of the answers that the document describes for its path.
  void check(String path, String requestBody, HttpResponse<String> response) {
    var operation = operation(path, response.request().method());
    var what =
        "%s %s -> %d %s"
            .formatted(response.request().method(), path, response.statusCode(), response.body());
    if (operation.isEmpty()) {
      assertThat(response.statusCode()).as(what).isIn(404, 405);
      valid("/components/schemas/Problem", RunningDoor.json(response), what);
      return;
    }
    var at = operation.get();
    if (response.statusCode() < 300 && !requestBody.isEmpty()) {
      valid(
          at + "/requestBody/content/application~1json/schema",
          JsonMapper.shared().readTree(requestBody),
          "the document would not allow the request " + requestBody);
    }
    answer(resolved(at + "/responses/" + response.statusCode()), response, what);
  }

  /// Fails unless the value is valid by the schema at this place of the document.
  void valid(String pointer, JsonNode value, String what) {
    assertThat(schema(pointer).validate(value).stream().map(Object::toString)).as(what).isEmpty();
  }

  private void answer(String at, HttpResponse<String> response, String what) {
    var described = root.at(at);
    assertThat(described.isMissingNode()).as("not described: " + what).isFalse();
    var type = response.headers().firstValue("Content-Type").orElse("");
    var place = at + "/content/" + type.replace("/", "~1") + "/schema";
    assertThat(root.at(place).isMissingNode()).as(type + " is not described: " + what).isFalse();
    if (type.endsWith("json")) {
      valid(place, RunningDoor.json(response), what);
    }
    headers(described.path("headers"), response, what);
  }

  private void headers(JsonNode described, HttpResponse<String> response, String what) {
    var names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(described.propertyNames());
    response.headers().map().keySet().stream()
        .filter(name -> !name.matches("(?i)content-(type|length)|connection"))
        .forEach(name -> assertThat(names).as("header of " + what).contains(name));
    described
        .properties()
        .forEach(header -> {
          var place = header.getValue().path("$ref").asString().substring(1);
          var value = response.headers().firstValue(header.getKey());
          if (root.at(place).path("required").asBoolean()) {
            assertThat(value).as(header.getKey() + " of " + what).isPresent();
          }
          value.ifPresent(text -> {
            boolean number =
                root.at(place).path("schema").path("type").asString().equals("integer");
            valid(
                place + "/schema",
                JsonMapper.shared().readTree(number ? text : "\"" + text + "\""),
                header.getKey() + " of " + what);
          });
        });
  }

  /// Where the document describes this method of this path.
  private Optional<String> operation(String path, String method) {
    var plain = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
    return root.path("paths").propertyNames().stream()
        .filter(template -> pattern(template).matcher(plain).matches())
        .map(template ->
            "/paths/%s/%s".formatted(template.replace("/", "~1"), method.toLowerCase(Locale.ROOT)))
        .filter(place -> !root.at(place).isMissingNode())
        .findFirst();
  }

  private static Pattern pattern(String template) {
    return Pattern.compile(template.replace(".", "\\.").replaceAll("\\{[a-z]+}", "[^/]+"));
  }

  private String resolved(String place) {
    var reference = root.at(place).path("$ref");
    return reference.isString() ? reference.asString().substring(1) : place;
  }

  /// The schema with the document's components beside it, so that its references resolve.
  private Schema schema(String pointer) {
    return compiled.computeIfAbsent(
        pointer,
        place -> {
          assertThat(root.at(place).isObject()).as("no schema at " + place).isTrue();
          var schema = (ObjectNode) root.at(place).deepCopy();
          schema.set("components", root.path("components").deepCopy());
          return schemas.getSchema(schema);
        });
  }
}
