package dev.interlock.runner.policy.expression;

import dev.interlock.runner.json.ParseResult;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.RunFacts;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The values of an expression's variables; made only when an expression uses them.
public final class Bindings {
  private static final double MICRO = 1_000_000.0;

  private final Map<String, Supplier<Object>> values;

  private Bindings(Map<String, Supplier<Object>> values) {
    this.values = Map.copyOf(values);
  }

  /// The variables of a call. Without a verified user there is no `user` at all.
  public static Bindings of(Facts facts) {
    var values = new HashMap<String, Supplier<Object>>();
    values.put("input", () -> JsonViews.of(facts.input()));
    values.put("agent", () -> agent(facts.agent()));
    values.put("run", () -> run(facts.run()));
    var user = facts.user();
    if (user != null) {
      values.put("user", () -> user(user));
    }
    return new Bindings(values);
  }

  /// The variable of a look-up's answer.
  ///
  /// @param headers names in lower case
  /// @param body the parsed body, or its text; a missing node for none
  public static Bindings ofResponse(int status, Map<String, List<String>> headers, JsonNode body) {
    var response = new HashMap<String, Object>();
    response.put("status", (long) status);
    response.put(
        "headers",
        headers.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    header -> String.join(", ", header.getValue()),
                    (one, other) -> one + ", " + other,
                    TreeMap::new)));
    if (!body.isMissingNode()) {
      response.put("body", JsonViews.of(body));
    }
    return new Bindings(Map.of("response", () -> response));
  }

  /// The values of these variables, as far as there are any.
  Map<String, Object> only(Set<String> names) {
    var only = new HashMap<String, Object>();
    for (var name : names) {
      var value = values.get(name);
      if (value != null) {
        only.put(name, value.get());
      }
    }
    return only;
  }

  private static Object agent(Agent agent) {
    return Map.of(
        "namespace", agent.namespace(),
        "pod", agent.pod(),
        "serviceAccount", agent.serviceAccount(),
        "labels", agent.labels());
  }

  private static Object run(RunFacts run) {
    return Map.of(
        "id",
        run.id(),
        "turn",
        (long) run.turn(),
        "calls",
        run.calls(),
        "spent",
        run.spentMicros() / MICRO);
  }

  /// The verified claims; `sub` is always the verified subject.
  private static Object user(EndUser user) {
    var claims = new HashMap<String, Object>();
    if (StrictJson.parse(user.claims()) instanceof ParseResult.Parsed(ObjectNode object, _)) {
      object
          .properties()
          .forEach(claim -> claims.put(claim.getKey(), JsonViews.of(claim.getValue())));
    }
    claims.put("sub", user.subject());
    return claims;
  }
}
