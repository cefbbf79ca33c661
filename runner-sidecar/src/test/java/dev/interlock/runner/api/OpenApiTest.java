package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.testing.Script;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The document says what the routes do, and the routes do what the document says.
@Timeout(60)
class OpenApiTest {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

  @TempDir private Path folder;

  @Test
  void everyRouteIsDescribedAndEveryDescriptionHasItsRoute() {
    try (var door = RunningDoor.open(folder, PAY)) {
      var routed =
          door.api.router().getRoutes().stream()
              .filter(route -> route.methods() != null && route.getPath() != null)
              .flatMap(route ->
                  route.methods().stream()
                      .map(
                          method -> method + " " + route.getPath().replaceAll(":([a-z]+)", "{$1}")))
              .collect(Collectors.toCollection(TreeSet::new));
      var described = new TreeSet<String>();
      document(door)
          .path("paths")
          .properties()
          .forEach(path ->
              path.getValue().propertyNames().stream()
                  .filter(METHODS::contains)
                  .forEach(method ->
                      described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
      assertThat(routed).isEqualTo(described).hasSizeGreaterThan(8);
    }
  }

  @Test
  void closedSetsAreThoseOfTheCode() {
    try (var door = RunningDoor.open(folder, PAY)) {
      var schemas = document(door).path("components").path("schemas");
      assertThat(texts(schemas.path("Code").path("enum")))
          .containsExactlyInAnyOrderElementsOf(
              Arrays.stream(ToolErrorCode.values()).map(ToolErrorCode::wireName).toList());
      assertThat(texts(schemas.path("NextAction").path("enum")))
          .containsExactlyInAnyOrderElementsOf(
              Arrays.stream(NextAction.values()).map(NextAction::wireName).toList());
    }
  }

  @Test
  void everyReferenceResolvesAndEveryOperationAndResponseIsDescribed() {
    try (var door = RunningDoor.open(folder, PAY)) {
      var document = document(door);
      assertThat(document.path("openapi").asString()).startsWith("3.1.");
      document
          .findValues("$ref")
          .forEach(reference ->
              assertThat(document.at(reference.asString().substring(1)).isMissingNode())
                  .as(reference.asString())
                  .isFalse());
      document.path("paths").properties().stream()
          .flatMap(path -> path.getValue().properties().stream())
          .forEach(operation -> {
            assertThat(operation.getValue().path("summary").asString()).isNotBlank();
            assertThat(operation.getValue().path("responses").isEmpty()).isFalse();
          });
    }
  }

  /// Answers of every kind, each valid against what the document says for its path and status.
  @Test
  void answersAreAsDescribed() throws Exception {
    var gate = new CountDownLatch(1);
    try (var door = RunningDoor.open(folder, Script.after(gate, PAY))) {
      var document = document(door);
      var call = "/v1/tools/{tool}/calls";
      var known = "{\"run_id\":\"r\",\"call_id\":\"c\",\"arguments\":{}}";
      var target = "/v1/tools/charge_card/calls";
      check(document, call, door.post(target, known, "Prefer", "wait=0"));
      gate.countDown();
      var done = door.post(target, known);
      check(document, call, done);
      check(document, call, door.post(target, known.replace("{}", "{\"amount\":\"x\"}")));
      check(document, call, door.post(target, known.replace("\"c\"", "\"d\"").replace("{}", "7")));
      check(document, call, door.post(target, "{"));
      check(document, call, door.post(target, known, "Content-Type", "text/plain"));
      check(document, call, door.post(target, known, "Interlock-User-Token", "x.y.z"));
      check(document, call, door.post(target, known, "Origin", "https://evil.example"));
      check(document, call, door.post("/v1/tools/none/calls", known));
      check(document, call, door.post(target, "[" + "1,".repeat(4_000_000) + "1]"));
      var id = RunningDoor.json(done).path("logical_operation_id").asString();
      check(document, "/v1/operations/{id}", door.get("/v1/operations/" + id));
      check(document, "/v1/operations/{id}", door.get("/v1/operations/" + id + "?wait=x"));
      check(document, "/v1/operations/{id}", door.get("/v1/operations/none"));
      check(document, "/v1/operations", door.get("/v1/operations?run_id=r&call_id=c"));
      check(document, "/v1/operations/{id}/trace", door.get("/v1/operations/" + id + "/trace"));
      check(
          document,
          "/v1/operations/{id}/cancel",
          door.post("/v1/operations/" + id + "/cancel", ""));
      check(document, "/v1/runs", door.post("/v1/runs", "{\"max_turns\":1}"));
      check(document, "/v1/runs", door.post("/v1/runs", "{\"max_turns\":-1}"));
      check(document, "/v1/runs/{run}/turns", door.post("/v1/runs/r/turns", "{\"turn\":1}"));
      check(document, "/v1/runs/{run}/close", door.post("/v1/runs/r/close", ""));
      check(document, "/v1/tools", door.get("/v1/tools?format=anthropic"));
      check(
          document,
          "/v1/adapters/{provider}/{message}",
          door.post("/v1/adapters/openai/responses?run_id=q", "{\"output\":[]}"));
      door.api.drain();
      check(document, call, door.post(target, known));
    }
  }

  private static void check(JsonNode document, String path, HttpResponse<String> response) {
    var method = response.request().method().toLowerCase(Locale.ROOT);
    var described =
        document
            .path("paths")
            .path(path)
            .path(method)
            .path("responses")
            .path("" + response.statusCode());
    var what = "%s %s -> %d %s".formatted(method, path, response.statusCode(), response.body());
    assertThat(described.isMissingNode()).as(what).isFalse();
    if (described.has("$ref")) {
      described = document.at(described.path("$ref").asString().substring(1));
    }
    var type = response.headers().firstValue("Content-Type").orElse("");
    var schema = described.path("content").path(type).path("schema");
    assertThat(schema.isMissingNode()).as(what + " " + type).isFalse();
    assertThat(
            validator(document, schema).validate(RunningDoor.json(response)).stream()
                .map(Object::toString))
        .as(what)
        .isEmpty();
  }

  /// The schema with the document's components beside it, so that its references resolve.
  private static Schema validator(JsonNode document, JsonNode schema) {
    var root = (ObjectNode) schema.deepCopy();
    root.set("components", document.path("components").deepCopy());
    return SchemaRegistry.withDialect(Dialects.getDraft202012()).getSchema(root);
  }

  private static JsonNode document(RunningDoor door) {
    var response = door.get("/openapi.yaml");
    assertThat(response.statusCode()).isEqualTo(200);
    return YAMLMapper.shared().readTree(response.body());
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(item -> texts.add(item.asString()));
    return texts;
  }
}
