package dev.interlock.runner.policy.load;

import static dev.interlock.runner.policy.load.Policies.AGENT;
import static dev.interlock.runner.policy.load.Policies.EXAMPLES;
import static dev.interlock.runner.policy.load.Policies.FILES;
import static dev.interlock.runner.policy.load.Policies.accepted;
import static dev.interlock.runner.policy.load.Policies.facts;
import static dev.interlock.runner.policy.load.Policies.requestFacts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.policy.Approvals;
import dev.interlock.runner.policy.HttpRequest.Header;
import dev.interlock.runner.policy.LookUpVerdict;
import dev.interlock.runner.policy.Shown;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.Verdict;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The policies in examples/policies")
class ExamplesTest {
  private final ToolContract chargeCard = tool("charge_card");
  private final ToolContract sendMail = tool("send_mail");

  private static ToolContract tool(String name) {
    return FILES.load(EXAMPLES).find(name, AGENT).orElseThrow();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void offer_three_tools() {
    assertThat(FILES.load(EXAMPLES).offeredTo(AGENT))
        .extracting(ToolContract::tool)
        .containsExactly("charge_card", "get_order", "send_mail");
  }

  @Test
  void freeze_arguments_with_their_defaults() {
    var input = accepted(chargeCard, "{\"order_id\": \"o-1\", \"amount\": 1.0e1}");

    assertThat(input.canonical())
        .isEqualTo("{\"amount\":10,\"currency\":\"eur\",\"order_id\":\"o-1\"}");
  }

  @Test
  void send_a_charge_as_frozen_with_the_key() {
    var input = accepted(chargeCard, "{\"order_id\": \"o-1\", \"amount\": 10}");
    var request = chargeCard.request(requestFacts(input.canonical()));

    assertThat(request.method() + " " + request.host() + ":" + request.port() + request.target())
        .isEqualTo("POST 127.0.0.1:8099/v1/charges");
    assertThat(request.body()).asString().isEqualTo(input.canonical());
    assertThat(request.headers())
        .contains(new Header("Idempotency-Key", Policies.KEY.value()))
        .contains(new Header("Content-Type", "application/json"));
  }

  @Test
  void ask_a_person_for_a_large_charge_only() {
    assertThat(chargeCard.authorize(facts("{}"))).isInstanceOf(Verdict.Allowed.class);
    assertThat(chargeCard.approvalFor(facts("{\"amount\":10000}")))
        .isInstanceOf(Approvals.NotNeeded.class);
    assertThat(
            chargeCard.approvalFor(
                facts("{\"amount\":10001,\"currency\":\"eur\",\"order_id\":\"o-1\"}")))
        .isInstanceOfSatisfying(
            Approvals.Needed.class,
            needed -> assertThat(needed.summary()).isEqualTo("Charge 10001 eur for order o-1"));
  }

  @Test
  void look_a_charge_up_by_its_order() {
    var look = chargeCard.lookUp(requestFacts("{\"order_id\":\"a&b\"}")).orElseThrow();

    assertThat(look.method() + " " + look.target()).isEqualTo("GET /v1/charges?order_id=a%26b");
    assertThat(chargeCard.judge(200, Map.of(), utf8("{\"data\":[{\"id\":\"ch_1\"}]}")))
        .isEqualTo(new LookUpVerdict.Succeeded("{\"id\":\"ch_1\"}"));
    assertThat(chargeCard.judge(200, Map.of(), utf8("{\"data\":[]}")))
        .isEqualTo(new LookUpVerdict.NotExecuted());
    assertThat(chargeCard.judge(503, Map.of(), utf8("busy")))
        .isInstanceOf(LookUpVerdict.StillUnknown.class);
    assertThat(chargeCard.judge(200, Map.of(), utf8("{\"date\":[]}")))
        .isInstanceOf(LookUpVerdict.StillUnknown.class);
  }

  @Test
  void show_only_what_is_exposed_of_a_charge() {
    assertThat(chargeCard.show(utf8("{\"id\":\"ch_1\",\"status\":\"paid\",\"card\":\"4242\"}")))
        .isEqualTo(new Shown("{\"id\":\"ch_1\",\"status\":\"paid\"}", false, true));
    assertThat(chargeCard.show(utf8("{\"id\":\"ch_1\"}"))).isEqualTo(new Shown(null, false, false));
  }

  @Test
  void share_the_upstream_of_a_resource_lock_in_its_name() {
    assertThat(chargeCard.resource(facts("{\"order_id\":\"o-1\"}")))
        .isEqualTo("http://127.0.0.1:8099#o-1");
    assertThat(chargeCard.businessKey(facts("{\"order_id\":\"o-1\"}"))).isEqualTo("o-1");
  }

  @Test
  void send_a_mail_with_the_operation_as_its_reference() {
    var input = "{\"subject\":\"Hi \\\"x\\\"\",\"text\":\"{operation.id}\",\"to\":\"a@b.example\"}";
    var request = sendMail.request(requestFacts(input));

    assertThat(request.body())
        .asString()
        .isEqualTo(
            "{\"reference\":\"%s\",\"subject\":\"Hi \\\"x\\\"\",\"text\":\"{operation.id}\",\"to\":\"a@b.example\"}"
                .formatted(Policies.ID.value()));
    assertThat(sendMail.risk()).isEqualTo(Risk.IRREVERSIBLE_WRITE);
    assertThat(sendMail.idempotency().keyed()).isFalse();
    assertThat(sendMail.retry().refusedBefore()).isEqualTo(java.util.Set.of(429, 503));
    assertThat(List.of(sendMail.lookUp(requestFacts(input)).orElseThrow().target()))
        .containsExactly("/v1/mails?reference=" + Policies.ID.value());
  }
}
