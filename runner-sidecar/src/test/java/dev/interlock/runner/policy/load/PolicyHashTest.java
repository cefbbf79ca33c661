package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.FILES;
import static dev.interlock.runner.policy.load.Policies.contract;
import static dev.interlock.runner.policy.load.Policies.withSpec;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A policy's hash")
class PolicyHashTest {
  private static final String RETRY =
      "retry: {maxAttempts: 2, refusedBefore: [429, 503, 502, 425], backoff: {max: 60s}}";

  private static String hash(String... lines) {
    return contract(withSpec(lines)).ref().hash();
  }

  @Test
  void is_the_same_however_the_same_rules_are_written() {
    var hash = hash("risk: ReversibleWrite", RETRY);

    assertThat(hash).matches("sha256:[0-9a-f]{64}");
    assertThat(
            hash(
                "# A comment.",
                "retry:",
                "  backoff: {initial: 50ms, max: 1m}",
                "  refusedBefore: [503, 425, 429, 502, 429]",
                "  maxAttempts: 2",
                "timeout: {operation: 2m}",
                "risk: \"ReversibleWrite\"",
                "approval: {mode: Never}"))
        .isEqualTo(hash);
  }

  /// Approvals and running operations hold it: when this fails, every policy has become another
  /// one.
  @Test
  void is_the_same_in_every_process() {
    assertThat(hash("risk: ReversibleWrite", RETRY))
        .isEqualTo("sha256:07e6378e6b005da042946ae2eb34b2d40e63a9e84160b41e41932a5cb66db2b4");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "approval: {mode: Always}",
        "authorization: {rules: [{expression: \"input.amount < 5\"}]}",
        "agents: {matchLabels: {app: support-agent}}",
        "identity: {by: Call}",
        "idempotency: {mode: Natural}",
        "idempotency: {mode: Key, in: {header: Key}}",
        "idempotency: {mode: Key, in: {header: Key, format: Quoted}}",
        "idempotency: {mode: Key, in: {query: Key}}",
        "result: {redact: [/id]}",
        "result: {expose: [/id]}",
        "cost: {perCall: \"1\"}",
        "toolRun: Always"
      })
  void is_another_when_a_rule_is(String line) {
    assertThat(hash("risk: ReversibleWrite", line)).isNotEqualTo(hash("risk: ReversibleWrite"));
  }

  @Test
  void of_a_key_differs_by_its_place() {
    assertThat(hash("risk: Read", "idempotency: {mode: Key, in: {header: Key}}"))
        .isNotEqualTo(hash("risk: Read", "idempotency: {mode: Key, in: {query: Key}}"));
  }

  @Test
  void does_not_hang_on_the_policys_name_but_the_sets_does() {
    var one = withSpec("risk: Read", "tool: {}").replace("  tool: {}", "");
    var other = one.replace("do-it", "do-that").replace("tool:\n", "tool:\n    name: do_it\n");

    assertThat(contract(other).ref().hash()).isEqualTo(contract(one).ref().hash());
    assertThat(FILES.parse(other).hash()).isNotEqualTo(FILES.parse(one).hash());
    assertThat(FILES.parse(one).hash()).isEqualTo(FILES.parse(one + "\n# end").hash());
  }
}
