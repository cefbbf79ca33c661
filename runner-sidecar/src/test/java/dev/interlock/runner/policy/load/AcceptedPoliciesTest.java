package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.AGENT;
import static dev.interlock.runner.policy.load.Policies.FILES;
import static dev.interlock.runner.policy.load.Policies.contract;
import static dev.interlock.runner.policy.load.Policies.facts;
import static dev.interlock.runner.policy.load.Policies.requestFacts;
import static dev.interlock.runner.policy.load.Policies.withSpec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.policy.Approvals;
import dev.interlock.runner.policy.Concurrency;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.Idempotency;
import dev.interlock.runner.policy.Identity;
import dev.interlock.runner.policy.RateLimit;
import dev.interlock.runner.policy.ReconcileRules;
import dev.interlock.runner.policy.RetryRules;
import dev.interlock.runner.policy.Timeouts;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.ToolPolicies;
import dev.interlock.runner.policy.Verdict;
import dev.interlock.runner.policy.Visibility;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An accepted policy")
class AcceptedPoliciesTest {
  private static final Duration DAY = Duration.ofHours(24);
  private static final EndUser BILLING = new EndUser("ada", "{\"groups\":[\"billing\"]}");

  private static final Path EVERY_FIELD =
      Path.of("src", "test", "resources", "policies", "accepted", "every-field.yaml");

  private static ToolPolicies everyField() throws IOException {
    return FILES.parse(Files.readString(EVERY_FIELD));
  }

  @Test
  void means_what_each_of_its_fields_says() throws IOException {
    var contract = everyField().find("charge_card", AGENT).orElseThrow();

    assertThat(contract.risk()).isEqualTo(Risk.IRREVERSIBLE_WRITE);
    assertThat(contract.timeouts())
        .isEqualTo(new Timeouts(Duration.ofSeconds(5), Duration.ofMinutes(2)));
    assertThat(contract.retry().maxAttempts()).isEqualTo(4);
    assertThat(contract.retry().refusedBefore()).isEqualTo(Set.of(429, 503));
    assertThat(contract.idempotency())
        .isEqualTo(new Idempotency(Idempotency.Mode.KEY, DAY, true, 409));
    assertThat(contract.identity()).isEqualTo(new Identity(Identity.By.KEY, DAY));
    assertThat(contract.reconcile())
        .isEqualTo(
            new ReconcileRules(
                Duration.ofSeconds(10),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                Duration.ofHours(1)));
    assertThat(contract.concurrency()).isEqualTo(new Concurrency(true, 8));
    assertThat(contract.rateLimits())
        .containsExactly(new RateLimit(30, Duration.ofMinutes(1), RateLimit.Scope.AGENT));
    assertThat(contract.costPerCallMicros()).isEqualTo(20_000);
    assertThat(contract.toolRun()).isEqualTo(Visibility.ON_ATTENTION);
    assertThat(contract.upstreamName()).isEqualTo("https://payments.shop.svc:443");
  }

  @Test
  void asks_and_authorizes_as_written() throws IOException {
    var contract = everyField().find("charge_card", AGENT).orElseThrow();

    assertThat(contract.authorize(facts("{}")))
        .isInstanceOfSatisfying(
            Verdict.Denied.class,
            denied -> assertThat(denied.message()).isEqualTo("Only billing may charge."));
    assertThat(contract.authorize(facts("{}", BILLING)))
        .isEqualTo(new Verdict.Allowed("'billing' in user.groups"));
    assertThat(contract.approvalFor(facts("{\"amount\":10001,\"order_id\":\"o\"}")))
        .isEqualTo(
            new Approvals.Needed(
                "Charge 10001 (none) for order o",
                1,
                List.of(),
                List.of("payments-oncall"),
                Duration.ofMinutes(15)));
  }

  @Test
  void sends_its_credential_by_name_only() throws IOException {
    var contract = everyField().find("charge_card", AGENT).orElseThrow();
    var request = contract.request(requestFacts("{\"amount\":1}"));

    assertThat(request.credential()).isEqualTo(new HttpRequest.Credential.Bearer("payments-token"));
    assertThat(request.headers())
        .contains(new HttpRequest.Header("X-Operation", Policies.ID.value()));
  }

  @Test
  void looks_up_at_the_upstream_with_its_credential_and_elsewhere_without() throws IOException {
    var text = Files.readString(EVERY_FIELD);
    var elsewhere =
        text.replace(
            "https://payments.shop.svc/v1/charges?order_id",
            "https://other.shop.svc/v1/charges?order_id");
    var facts = requestFacts("{\"order_id\":\"o\"}");

    assertThat(charge(text).lookUp(facts).orElseThrow().credential())
        .isEqualTo(new HttpRequest.Credential.Bearer("payments-token"));
    assertThat(charge(elsewhere).lookUp(facts).orElseThrow().credential()).isNull();
  }

  @Test
  void follows_a_handle_of_the_upstream_only() throws IOException {
    var contract = charge(Files.readString(EVERY_FIELD));

    assertThat(contract.lookUpHandle("/v1/charges/ch_1").orElseThrow().target())
        .isEqualTo("/v1/charges/ch_1");
    assertThat(contract.lookUpHandle("https://payments.shop.svc/v1/charges/ch_1")).isPresent();
    assertThat(contract.lookUpHandle("https://payments.shop.svc:8443/v1")).isEmpty();
    assertThat(contract.lookUpHandle("//evil.example/v1")).isEmpty();
    assertThat(contract.lookUpHandle("http://169.254.169.254/latest")).isEmpty();
    assertThat(contract.lookUpHandle("/v1/../admin")).isEmpty();
    assertThat(contract.lookUpHandle("/v1/x\r\nHost: evil")).isEmpty();
  }

  private static ToolContract charge(String text) {
    return FILES.parse(text).find("charge_card", AGENT).orElseThrow();
  }

  @Test
  void shows_people_no_redacted_input() throws IOException {
    var contract = everyField().find("charge_card", AGENT).orElseThrow();
    var input = "{\"card\":{\"holder\":\"Ada\",\"number\":\"4242\"},\"order_id\":\"o\"}";

    assertThat(contract.redactedInput(input)).isEqualTo(input.replace("4242", "[redacted]"));
  }

  @Test
  void is_for_the_agents_with_its_labels_only() throws IOException {
    var other = new Agent("shop-agents", "pod-2", "x", Map.of("app", "crawler"));

    assertThat(everyField().find("charge_card", other)).isEmpty();
    assertThat(everyField().offeredTo(other)).isEmpty();
    assertThat(everyField().budgetFor(other)).isEqualTo(RunBudget.NONE);
  }

  @Test
  void is_found_by_its_name_whatever_its_generation() throws IOException {
    assertThat(everyField().byName(new PolicyRef("charge-card", 99, "old"))).isPresent();
    assertThat(everyField().byName(new PolicyRef("other", 0, "old"))).isEmpty();
  }

  @Test
  void limits_a_run_by_the_tightest_budget() throws IOException {
    var text =
        """
        apiVersion: interlock.dev/v1alpha1
        kind: RunBudget
        metadata: {name: all}
        spec: {maxTurns: 50, maxToolCalls: 10, maxDuration: 1h, perTool: [{tool: charge_card, maxCalls: 0}]}
        ---
        apiVersion: interlock.dev/v1alpha1
        kind: RunBudget
        metadata: {name: support}
        spec: {agents: {matchLabels: {app: support-agent}}, maxTurns: 40, maxDuration: 30m, maxSpend: "5.00"}
        """;

    assertThat(FILES.parse(text).budgetFor(AGENT))
        .isEqualTo(
            new RunBudget(40, 10, Duration.ofMinutes(30), 5_000_000, Map.of("charge_card", 0L)));
  }

  @Test
  void that_reads_has_the_defaults_of_a_read() {
    var contract = contract(withSpec("risk: Read"));

    assertThat(contract.tool()).isEqualTo("do_it");
    assertThat(contract.retry())
        .isEqualTo(
            new RetryRules(
                3,
                Duration.ofMillis(50),
                Duration.ofSeconds(1),
                Duration.ofSeconds(20),
                Set.of(),
                new RetryRules.RetryBudget(500, 14, 5)));
    assertThat(contract.timeouts())
        .isEqualTo(new Timeouts(Duration.ofSeconds(5), Duration.ofMinutes(2)));
    assertThat(contract.identity().by()).isEqualTo(Identity.By.CALL);
    assertThat(contract.approvalFor(facts("{}"))).isInstanceOf(Approvals.NotNeeded.class);
    assertThat(contract.idempotency())
        .isEqualTo(new Idempotency(Idempotency.Mode.NONE, null, false, 0));
    assertThat(contract.concurrency()).isEqualTo(new Concurrency(false, 0));
    assertThat(contract.reconcile()).isNull();
    assertThat(contract.allowsReadOnJournalLoss()).isFalse();
    assertThat(contract.toolRun()).isEqualTo(Visibility.ON_ATTENTION);
  }

  @Test
  void that_writes_is_sent_once_for_one_input() {
    var contract = contract(withSpec("risk: ReversibleWrite"));

    assertThat(contract.retry().maxAttempts()).isEqualTo(1);
    assertThat(contract.identity()).isEqualTo(new Identity(Identity.By.INPUT, DAY));
    assertThat(contract.approvalFor(facts("{}"))).isInstanceOf(Approvals.NotNeeded.class);
    assertThat(contract.allowsVolatileJournal()).isFalse();
  }

  @Test
  void that_cannot_be_undone_asks_a_person_each_time() {
    var contract = contract(withSpec("risk: IrreversibleWrite"));

    assertThat(contract.approvalFor(facts("{\"name\":\"x\"}")))
        .isEqualTo(
            new Approvals.Needed(
                "do_it {\"name\":\"x\"}", 1, List.of(), List.of(), Duration.ofMinutes(15)));
    assertThat(
            contract(withSpec("risk: IrreversibleWrite", "approval: {mode: Never}"))
                .approvalFor(facts("{}")))
        .isInstanceOf(Approvals.NotNeeded.class);
  }

  @Test
  void keeps_a_business_key_no_longer_than_the_journal_keeps_its_operation() {
    var shortLived = new PolicyFiles(Duration.ofHours(1));
    var text = withSpec("risk: ReversibleWrite", "identity: {by: Key, key: input.name}");

    assertThat(shortLived.parse(text).find("do_it", AGENT).orElseThrow().identity().window())
        .isEqualTo(Duration.ofHours(1));
  }

  @Test
  void with_a_short_operation_has_attempts_as_short() {
    assertThat(contract(withSpec("risk: Read", "timeout: {operation: 2s}")).timeouts())
        .isEqualTo(new Timeouts(Duration.ofSeconds(2), Duration.ofSeconds(2)));
  }
}
