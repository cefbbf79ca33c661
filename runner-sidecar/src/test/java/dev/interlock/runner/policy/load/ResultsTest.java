package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.contract;
import static dev.interlock.runner.policy.load.Policies.withSpec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.policy.Shown;
import dev.interlock.runner.policy.ToolContract;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

@DisplayName("A result")
class ResultsTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MAX = 256;
  private static final ToolContract SMALL =
      contract(withSpec("risk: Read", "result: {maxBytes: \"256\"}"));

  private static Shown show(ToolContract contract, String body) {
    return contract.show(body.getBytes(StandardCharsets.UTF_8));
  }

  @Provide
  Arbitrary<JsonNode> results() {
    return results(3);
  }

  private static Arbitrary<JsonNode> results(int depth) {
    var texts =
        Arbitraries.strings()
            .withChars("ab\"\\\n\u0001é€")
            .ofMaxLength(300)
            .map(text -> (JsonNode) NODES.stringNode(text.replace("b", "😀")));
    var numbers = Arbitraries.integers().map(i -> (JsonNode) NODES.numberNode(i));
    return depth == 0
        ? Arbitraries.oneOf(texts, numbers)
        : Arbitraries.oneOf(
            texts,
            results(depth - 1).list().ofMaxSize(4).map(ResultsTest::array),
            Arbitraries.maps(Arbitraries.strings().alpha().ofMaxLength(8), results(depth - 1))
                .ofMaxSize(4)
                .map(ResultsTest::object));
  }

  private static JsonNode array(List<JsonNode> items) {
    var array = NODES.arrayNode();
    items.forEach(array::add);
    return array;
  }

  private static JsonNode object(Map<String, JsonNode> members) {
    var object = NODES.objectNode();
    members.forEach(object::set);
    return object;
  }

  @Property(tries = 500)
  void of_any_size_is_json_within_the_limit(@ForAll("results") JsonNode result) {
    var whole = CanonicalJson.write(result);
    var shown = show(SMALL, whole);
    var json = Objects.requireNonNull(shown.json());

    assertThat(StrictJson.parse(json)).isInstanceOf(Parsed.class);
    assertThat(json.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(MAX);
    boolean fits = whole.getBytes(StandardCharsets.UTF_8).length <= MAX;
    assertThat(shown.truncated()).isEqualTo(!fits);
    if (fits) {
      assertThat(json).isEqualTo(whole);
    }
  }

  @Test
  void that_is_one_long_text_is_cut_between_characters() {
    var shown = show(SMALL, "\"" + "😀".repeat(100) + "\"");

    // 256 bytes less two quotes and the ellipsis leave room for 62 characters of four bytes.
    assertThat(shown).isEqualTo(new Shown("\"" + "😀".repeat(62) + "…\"", true, true));
  }

  @Test
  void keeps_its_small_members_when_it_is_cut() {
    var shown = show(SMALL, "{\"a\":\"" + "x".repeat(1000) + "\",\"id\":\"ch_1\",\"ok\":true}");

    assertThat(shown.json()).contains("\"id\":\"ch_1\"", "\"ok\":true", "xxx…");
  }

  @Test
  void that_is_a_long_list_keeps_its_beginning() {
    var shown = show(SMALL, "[" + "1234567,".repeat(100) + "1]");

    assertThat(shown.json()).isEqualTo("[" + "1234567,".repeat(30) + "1234567]");
  }

  @Test
  void is_redacted_in_every_item_before_it_is_exposed() {
    var contract =
        contract(
            withSpec(
                "risk: Read", "result: {expose: [/orders/0, /total], redact: [/orders/card]}"));

    assertThat(
            show(
                contract,
                "{\"orders\":[{\"id\":1,\"card\":\"4242\"},{\"id\":2,\"card\":\"4343\"}],\"total\":2}"))
        .isEqualTo(
            new Shown(
                "{\"orders\":[{\"card\":\"[redacted]\",\"id\":1}],\"total\":2}", false, true));
  }

  @Test
  void without_a_body_is_nothing_unless_the_policy_promises_one() {
    var strict =
        contract(
            withSpec("risk: Read")
                .replace("    inputSchema", "    outputSchema: {type: object}\n    inputSchema"));

    assertThat(SMALL.show(null)).isEqualTo(new Shown(null, false, true));
    assertThat(SMALL.show(new byte[0])).isEqualTo(new Shown(null, false, true));
    assertThat(strict.show(null)).isEqualTo(new Shown(null, false, false));
    assertThat(show(strict, "[]")).isEqualTo(new Shown(null, false, false));
    assertThat(show(strict, "{\"a\":1.0}")).isEqualTo(new Shown("{\"a\":1}", false, true));
  }

  @Test
  void that_is_not_json_is_withheld() {
    assertThat(show(SMALL, "<html>")).isEqualTo(new Shown(null, false, false));
    assertThat(show(SMALL, "{\"a\":1,\"a\":2}")).isEqualTo(new Shown(null, false, false));
  }
}
