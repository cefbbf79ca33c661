package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.accepted;
import static dev.interlock.runner.policy.load.Policies.contract;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.policy.InputCheck;
import dev.interlock.runner.policy.ToolContract;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A call's arguments")
class ArgumentsTest {
  private static final ToolContract CONTRACT =
      contract(
          """
          apiVersion: interlock.dev/v1alpha1
          kind: ToolPolicy
          metadata: {name: do-it}
          spec:
            tool:
              description: Does it.
              dropNullOptionals: true
              inputSchema:
                type: object
                required: [order_id]
                additionalProperties: false
                properties:
                  order_id: {type: string, pattern: "^o-[0-9]+$"}
                  amount: {type: integer, minimum: 1, maximum: 99}
                  currency: {enum: [eur, usd], default: eur}
                  address: {$ref: "#/$defs/address"}
                $defs:
                  address:
                    type: object
                    properties: {street: {type: string}, country: {type: string, default: de}}
            risk: Read
            upstream: {http: {method: GET, url: "https://shop.example/"}}
          """);

  private static String refused(String arguments) {
    return switch (CONTRACT.check(arguments)) {
      case InputCheck.Refused(var message) -> message;
      case InputCheck.Accepted accepted -> throw new AssertionError(accepted.canonical());
    };
  }

  @ParameterizedTest(name = "{0} becomes {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"order_id\":\"o-1\"} | {\"currency\":\"eur\",\"order_id\":\"o-1\"}",
        "{\"order_id\":\"o-1\",\"amount\":null} | {\"currency\":\"eur\",\"order_id\":\"o-1\"}",
        "{\"amount\":5e0,\"order_id\":\"o-1\"} | {\"amount\":5,\"currency\":\"eur\",\"order_id\":\"o-1\"}",
        "{\"address\":{},\"order_id\":\"o-1\"} | {\"address\":{\"country\":\"de\"},\"currency\":\"eur\",\"order_id\":\"o-1\"}",
      })
  void are_completed_and_frozen(String arguments, String frozen) {
    assertThat(accepted(CONTRACT, arguments).canonical()).isEqualTo(frozen);
  }

  @Test
  void that_mean_the_same_have_one_hash() {
    assertThat(accepted(CONTRACT, "{\"order_id\":\"o-1\",\"amount\":1}").hash())
        .isEqualTo(
            accepted(CONTRACT, " {\"amount\":1.0,\"currency\":\"eur\",\"order_id\":\"\\u006f-1\"}")
                .hash());
  }

  @Test
  void that_are_wrong_are_refused_with_everything_to_correct() {
    assertThat(refused("{\"amuont\":1,\"amount\":100,\"currency\":\"gbp\"}"))
        .contains("the property order_id is required")
        .contains("there is no property amuont; did you mean amount?")
        .contains("/amount: must have a maximum value of 99")
        .contains("/currency: ");
  }

  @Test
  void that_are_not_one_strict_object_are_refused_with_the_position() {
    assertThat(refused("{\"order_id\":\"o-1\",}")).contains("line 1, column");
    assertThat(refused("[]")).contains("must be a JSON object");
    assertThat(refused("")).contains("the property order_id is required");
  }

  @Test
  void that_have_no_place_in_the_request_or_its_look_up_are_refused() {
    var contract =
        contract(
            Policies.withSpec(
                    "risk: ReversibleWrite",
                    "reconcile:",
                    "  http: {url: \"https://shop.example/items/{input.name}\"}",
                    "  rules: [{when: response.status == 200, outcome: Succeeded}]")
                .replace("      properties", "      required: [name]\n      properties"));

    assertThat(contract.check("{\"name\":\"..\"}"))
        .isEqualTo(
            new InputCheck.Refused(
                "a value that is empty, \".\" or \"..\" cannot stand in the upstream's path"));
    assertThat(contract.check("{\"name\":\"...\"}")).isInstanceOf(InputCheck.Accepted.class);
  }

  @Test
  void are_checked_alike_from_many_threads() throws Exception {
    List<Callable<Boolean>> checks =
        IntStream.range(0, 2000)
            .<Callable<Boolean>>mapToObj(i ->
                () -> {
                  boolean valid = i % 3 != 0;
                  var arguments = "{\"order_id\":\"%s-%d\"}".formatted(valid ? "o" : "x", i);
                  return CONTRACT.check(arguments) instanceof InputCheck.Accepted accepted
                      ? valid && accepted.canonical().contains("\"o-" + i + "\"")
                      : !valid;
                })
            .toList();
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (var check : threads.invokeAll(checks)) {
        assertThat(check.get()).isTrue();
      }
    }
  }
}
