package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.contract;
import static dev.interlock.runner.policy.load.Policies.facts;
import static dev.interlock.runner.policy.load.Policies.requestFacts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.UndecidableException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.node.JsonNodeFactory;

/// Whatever the model writes stays in its place of the request.
class TemplateProperties {
  private static final ToolContract CONTRACT =
      contract(
          """
          apiVersion: interlock.dev/v1alpha1
          kind: ToolPolicy
          metadata: {name: do-it}
          spec:
            tool:
              description: Does it.
              inputSchema:
                type: object
                required: [a, b]
                properties: {a: {type: string}, b: {type: string}}
            risk: IrreversibleWrite
            approval: {summary: "Do {input.a} with {input.b}."}
            upstream:
              http:
                method: POST
                url: "https://shop.example/v1/{input.a}/x-{input.b}?q={input.b}&r=1"
                body: {one: "{input.a}", two: ["is {input.b}", 1.50], ref: "{operation.id}"}
          """);
  private static final ToolContract WITH_HEADER =
      contract(
          Policies.withSpec("risk: Read")
              .replace("do\"}", "do\", headers: {X-Name: \"n={input.name}\"}}")
              .replace("      properties", "      required: [name]\n      properties"));

  @Provide
  Arbitrary<String> texts() {
    var evil =
        Arbitraries.of(
            "",
            ".",
            "..",
            "/",
            "?",
            "#",
            "%2e%2e",
            "../..",
            "a/b?c#d",
            "\r\nX-Admin: 1",
            "\"},{\"",
            "{input.b}",
            "{idempotencyKey}",
            "{{",
            "\u0000",
            "\u202e",
            "😀",
            "ä",
            "&r=2",
            "+",
            " ");
    var any = Arbitraries.strings().all().ofMaxLength(20);
    return Arbitraries.frequencyOf(net.jqwik.api.Tuple.of(1, evil), net.jqwik.api.Tuple.of(2, any))
        .list()
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(parts -> String.join("", parts))
        .filter(StandardCharsets.UTF_8.newEncoder()::canEncode);
  }

  private static String input(String a, String b) {
    return CanonicalJson.write(JsonNodeFactory.instance.objectNode().put("a", a).put("b", b));
  }

  private static Optional<HttpRequest> render(ToolContract contract, String input) {
    try {
      return Optional.of(contract.request(requestFacts(input)));
    } catch (UndecidableException _) {
      return Optional.empty();
    }
  }

  private static String decode(String encoded) {
    return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
  }

  @Property
  void path_and_query_keep_their_parts(@ForAll("texts") String a, @ForAll("texts") String b) {
    var request = render(CONTRACT, input(a, b));

    if (a.isEmpty() || a.equals(".") || a.equals("..")) {
      assertThat(request).isEmpty();
      return;
    }
    var target = request.orElseThrow().target();
    assertThat(target)
        .matches("/v1/[A-Za-z0-9._~%-]+/x-[A-Za-z0-9._~%-]*[?]q=[A-Za-z0-9._~%-]*&r=1");
    var path = target.substring(0, target.indexOf('?')).split("/", -1);
    assertThat(decode(path[2])).isEqualTo(a);
    assertThat(decode(path[3])).isEqualTo("x-" + b);
    assertThat(decode(target.substring(target.indexOf("q=") + 2, target.lastIndexOf('&'))))
        .isEqualTo(b);
  }

  @Property
  void a_body_keeps_its_structure(@ForAll("texts") String a, @ForAll("texts") String b) {
    render(CONTRACT, input(a, b))
        .ifPresent(request -> {
          var expected = JsonNodeFactory.instance.objectNode().put("one", a);
          expected.put("ref", Policies.ID.value()).putArray("two").add("is " + b).add(1.5);
          assertThat(StrictJson.parse(request.body())).isInstanceOf(Parsed.class);
          assertThat(request.body()).asString().isEqualTo(CanonicalJson.write(expected));
        });
  }

  @Property
  void a_header_ends_where_it_ends(@ForAll("texts") String name) {
    var input = CanonicalJson.write(JsonNodeFactory.instance.objectNode().put("name", name));
    boolean safe = name.matches("[ -~]*") && !name.endsWith(" ");
    var request = render(WITH_HEADER, input);

    assertThat(request.isPresent()).isEqualTo(safe);
    request.ifPresent(
        r -> assertThat(r.headers()).contains(new HttpRequest.Header("X-Name", "n=" + name)));
  }

  @Property
  void the_same_facts_give_the_same_bytes(@ForAll("texts") String a, @ForAll("texts") String b) {
    var once = render(CONTRACT, input(a, b));
    var again = render(CONTRACT, input(a, b));

    assertThat(again.map(HttpRequest::target)).isEqualTo(once.map(HttpRequest::target));
    assertThat(again.map(HttpRequest::headers)).isEqualTo(once.map(HttpRequest::headers));
    assertThat(again.map(HttpRequest::body).orElse(new byte[0]))
        .isEqualTo(once.map(HttpRequest::body).orElse(new byte[0]));
  }

  @Property
  void a_summary_is_one_visible_line(@ForAll("texts") String a, @ForAll("texts") String b) {
    var summary = CONTRACT.summaryOf(facts(input(a, b)));

    assertThat(summary).startsWith("Do ").endsWith(".").doesNotContainPattern("[\\p{Cc}\\p{Cf}]");
    assertThat(summary.codePointCount(0, summary.length())).isLessThanOrEqualTo(501);
  }
}
