package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.operation.Samples;
import dev.interlock.runner.operation.ToolErrorCode;
import dev.interlock.runner.operation.ToolOutcome;
import dev.interlock.runner.provider.ProviderFormat;
import dev.interlock.runner.provider.ToolsFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The document says what the routes do, and the routes do what the document says. That answers are
/// as described is checked for each one that any test of this package gets: see `RunningDoor`.
@Timeout(60)
class OpenApiTest {
  private static final JsonNode DOCUMENT = ApiDocument.shared().root();

  @TempDir private Path folder;

  @Test
  void theDocumentIsServedAsItIs() throws Exception {
    try (var door = RunningDoor.open(folder, PAY);
        var file = AgentApi.class.getResourceAsStream("/openapi.yaml")) {
      var served = door.get("/openapi.yaml");
      assertThat(served.headers().firstValue("Content-Type")).hasValue("application/yaml");
      assertThat(served.body()).isEqualTo(new String(file.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

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
      DOCUMENT
          .path("paths")
          .properties()
          .forEach(path ->
              path.getValue()
                  .propertyNames()
                  .forEach(method ->
                      described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
      assertThat(routed).isEqualTo(described).hasSizeGreaterThan(8);
    }
  }

  @Test
  void theClosedSetsAreThoseOfTheCode() {
    assertThat(set("/components/schemas/Code/enum")).isEqualTo(names(ToolErrorCode.values()));
    assertThat(set("/components/schemas/NextAction/enum")).isEqualTo(names(NextAction.values()));
    assertThat(set("/components/schemas/Trace/properties/risk/enum"))
        .isEqualTo(
            Arrays.stream(Risk.values())
                .map(risk -> risk.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet()));
    assertThat(set("/components/schemas/TraceEvent/properties/found/enum"))
        .isEqualTo(names(OperationEvent.Found.values()));
    assertThat(set("/components/schemas/State/enum"))
        .isEqualTo(
            Samples.states().values().stream()
                .map(Operation::stateName)
                .collect(Collectors.toSet()));
    assertThat(set("/paths/~1v1~1tools/get/parameters/0/schema/enum"))
        .isEqualTo(
            Arrays.stream(ToolsFormat.values())
                .map(ToolsFormat::wireName)
                .collect(Collectors.toSet()));
  }

  @Test
  void everyStatusThatAnEnvelopeCanHaveIsInTheDocumentAndNoOther() {
    var outcomes =
        Stream.of(
                new ToolOutcome.Rejected(ToolErrorCode.FORBIDDEN, "no"),
                new ToolOutcome.FailedPermanent(ToolErrorCode.PERMANENT_FAILURE, "no"),
                new ToolOutcome.BudgetExhausted(ToolErrorCode.TIME_BUDGET, "no"))
            .map(EnvelopeTest::recorded);
    var statuses =
        Stream.concat(Samples.states().values().stream(), outcomes)
            .map(state -> EnvelopeText.of(state).status())
            .collect(Collectors.toSet());
    assertThat(set("/components/schemas/Status/enum")).isEqualTo(statuses).hasSize(7);
  }

  @Test
  void everyCodeAndStatusIsExplained() {
    for (var name : new String[] {"Code", "Status"}) {
      var schema = DOCUMENT.at("/components/schemas/" + name);
      texts(schema.path("enum"))
          .forEach(value ->
              assertThat(schema.path("description").asString()).contains("`" + value + "`"));
    }
  }

  @Test
  void theAdaptersOfTheDocumentAreThoseOfTheCode() {
    var adapt = DOCUMENT.at("/paths/~1v1~1adapters~1{provider}~1{message}/post");
    var halves = new HashSet<String>();
    for (var format : ProviderFormat.values()) {
      assertThat(adapt.path("description").asString()).contains("`" + format.path() + "`");
      halves.addAll(Arrays.asList(format.path().split("/")));
    }
    assertThat(
            Stream.concat(
                texts(adapt.at("/parameters/0/schema/enum")),
                texts(adapt.at("/parameters/1/schema/enum"))))
        .containsExactlyInAnyOrderElementsOf(halves);
  }

  @Test
  void anAnswerThatIsNotAsDescribedIsNoticed() {
    try (var door = RunningDoor.open(folder, PAY)) {
      var runs = door.post("/v1/runs", "{}");
      assertThatThrownBy(() -> ApiDocument.shared().check("/v1/tools/charge_card/calls", "", runs))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("call_id");
      assertThatThrownBy(() -> ApiDocument.shared().check("/v1/runs", "{\"max\":1}", runs))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("would not allow the request");
    }
  }

  private static Set<String> set(String pointer) {
    return texts(DOCUMENT.at(pointer)).collect(Collectors.toSet());
  }

  private static Stream<String> texts(JsonNode array) {
    return array.valueStream().map(JsonNode::asString);
  }

  private static Set<String> names(Enum<?>[] values) {
    return Arrays.stream(values)
        .map(value -> value.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.toSet());
  }
}
