package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.contract;
import static dev.interlock.runner.policy.load.Policies.facts;
import static dev.interlock.runner.policy.load.Policies.withSpec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.policy.Approvals;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.UndecidableException;
import dev.interlock.runner.policy.Verdict;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("An expression")
class ExpressionsTest {

  private static ToolContract authorizing(String expression) {
    return contract(
        withSpec(
            "risk: Read",
            "authorization:",
            "  rules:",
            "    - {expression: \"" + expression.replace("\"", "\\\"") + "\"}"));
  }

  @ParameterizedTest(name = "{0} for {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "input.amount == 9223372036854775807 | 9223372036854775807 | true",
        "input.amount == -9223372036854775808 | -9223372036854775808 | true",
        "input.amount > 0 | 9223372036854775808 | false",
        "input.amount > 0 | -9223372036854775809 | false",
        "input.amount > 1.5 | 2 | true",
        "input.amount < 2 | 1.5 | true",
        "input.amount == 9007199254740993 | 9007199254740993 | true",
        "input.amount == 9007199254740993 | 9007199254740992 | false",
        "input.amount > 0 | 1e400 | false",
        "input.amount > 0 | null | false",
        "has(input.amount) | 1 | true",
      })
  void sees_numbers_exactly_or_fails(String expression, String amount, boolean allowed) {
    var verdict = authorizing(expression).authorize(facts("{\"amount\":" + amount + "}"));

    assertThat(verdict instanceof Verdict.Allowed).isEqualTo(allowed);
  }

  @Test
  void about_a_missing_property_denies_and_asks() {
    var contract =
        contract(
            withSpec(
                "risk: ReversibleWrite",
                "authorization: {rules: [{expression: \"input.amount < 10\"}]}",
                "approval: {mode: When, when: \"input.amount > 10\"}"));

    assertThat(contract.authorize(facts("{}")))
        .isInstanceOfSatisfying(
            Verdict.Denied.class,
            denied -> {
              assertThat(denied.rule()).startsWith("input.amount < 10 (cannot be evaluated: ");
              assertThat(denied.message()).isEqualTo("The policy does not allow this call.");
            });
    assertThat(contract.approvalFor(facts("{}"))).isInstanceOf(Approvals.Needed.class);
    assertThat(contract.approvalFor(facts("{\"amount\":1}")))
        .isInstanceOf(Approvals.NotNeeded.class);
  }

  @Test
  void about_the_user_denies_without_a_verified_one() {
    var contract = authorizing("user.sub != 'mallory'");

    assertThat(contract.authorize(facts("{}"))).isInstanceOf(Verdict.Denied.class);
    assertThat(contract.authorize(facts("{}", new EndUser("ada", "{}"))))
        .isInstanceOf(Verdict.Allowed.class);
  }

  @Test
  void takes_the_verified_subject_over_a_claim() {
    assertThat(
            authorizing("user.sub == 'ada'")
                .authorize(facts("{}", new EndUser("mallory", "{\"sub\":\"ada\"}"))))
        .isInstanceOf(Verdict.Denied.class);
  }

  @Test
  void sees_agent_and_run() {
    var contract =
        authorizing(
            "agent.labels.app == 'support-agent' && run.turn == 2 && run.calls == 5 && run.spent == 1.5");

    assertThat(contract.authorize(facts("{}"))).isInstanceOf(Verdict.Allowed.class);
  }

  @Test
  void that_costs_too_much_denies_soon() {
    var tags =
        IntStream.range(0, 9000)
            .mapToObj(i -> "\"" + "x".repeat(50) + i + "\"")
            .collect(Collectors.joining(",", "{\"tags\":[", "]}"));
    var contract =
        authorizing("input.tags.all(a, input.tags.all(b, input.tags.all(c, a + b + c != 'x')))");

    var verdict =
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> contract.authorize(facts(tags)));

    assertThat(verdict).isInstanceOf(Verdict.Denied.class);
  }

  @Test
  void that_costs_too_much_denies_within_the_limit_of_loops_too() {
    var condition =
        IntStream.range(0, 20)
            .mapToObj(i -> "a != 'y" + i + "'")
            .collect(Collectors.joining(" && "));
    var contract = authorizing("input.tags.all(a, " + condition + ")");

    assertThat(contract.authorize(facts("{\"tags\":[\"x\",\"z\"]}")))
        .isInstanceOf(Verdict.Allowed.class);
    assertThat(contract.authorize(facts("{\"tags\":[" + "\"x\",".repeat(9000) + "\"z\"]}")))
        .isInstanceOf(Verdict.Denied.class);
  }

  @Test
  void that_names_nothing_sends_nothing() {
    var contract =
        contract(
            withSpec(
                "risk: ReversibleWrite",
                "identity: {by: Key, key: input.name}",
                "concurrency: {lock: input.amount}"));

    assertThat(contract.businessKey(facts("{\"name\":\"n\"}"))).isEqualTo("n");
    assertThat(contract.resource(facts("{\"amount\":7}"))).isEqualTo("https://shop.example:443#7");
    assertThatExceptionOfType(UndecidableException.class)
        .isThrownBy(() -> contract.businessKey(facts("{}")))
        .withMessageContaining("identity.key (input.name)");
    assertThatExceptionOfType(UndecidableException.class)
        .isThrownBy(() -> contract.businessKey(facts("{\"name\":\" \"}")));
    assertThatExceptionOfType(UndecidableException.class)
        .isThrownBy(() -> contract.resource(facts("{\"amount\":1.5}")));
  }
}
