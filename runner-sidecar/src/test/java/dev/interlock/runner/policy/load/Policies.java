package dev.interlock.runner.policy.load;

import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.EndUser;
import dev.interlock.runner.operation.IdempotencyKey;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.policy.Facts;
import dev.interlock.runner.policy.InputCheck;
import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.RunFacts;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.ToolPolicies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Policies and facts for tests.
final class Policies {
  static final PolicyFiles FILES = new PolicyFiles(Duration.ofDays(30));
  static final Path EXAMPLES = Path.of("..", "examples", "policies");
  static final Agent AGENT =
      new Agent("shop-agents", "pod-1", "support", Map.of("app", "support-agent"));
  static final OperationId ID = new OperationId("op-01jz0000000000000000000000");
  static final IdempotencyKey KEY = new IdempotencyKey("0123456789abcdef0123456789abcdef");

  private Policies() {}

  /// The only contract of the text.
  static ToolContract contract(String yaml) {
    return only(FILES.parse(yaml));
  }

  private static ToolContract only(ToolPolicies policies) {
    var offered = policies.offeredTo(AGENT);
    if (offered.size() != 1) {
      throw new AssertionError("one contract expected, got " + offered);
    }
    return offered.getFirst();
  }

  /// A small policy with more lines in its spec, each indented by two.
  static String withSpec(String... lines) {
    return """
    apiVersion: interlock.dev/v1alpha1
    kind: ToolPolicy
    metadata: {name: do-it}
    spec:
      tool:
        description: Does it.
        inputSchema:
          type: object
          properties: {name: {type: string}, amount: {type: integer}, tags: {type: array}}
      upstream: {http: {method: POST, url: "https://shop.example/do"}}
    """
        + String.join("\n", List.of(lines).stream().map(line -> "  " + line).toList());
  }

  static InputCheck.Accepted accepted(ToolContract contract, String arguments) {
    return switch (contract.check(arguments)) {
      case InputCheck.Accepted accepted -> accepted;
      case InputCheck.Refused(var message) -> throw new AssertionError(message);
    };
  }

  static Facts facts(String input) {
    return facts(input, null);
  }

  static Facts facts(String input, @Nullable EndUser user) {
    if (StrictJson.parse(input) instanceof Parsed parsed) {
      return new Facts(parsed.value(), user, AGENT, new RunFacts("run-1", 2, 5, 1_500_000));
    }
    throw new AssertionError("no JSON: " + input);
  }

  static RequestFacts requestFacts(String canonicalInput) {
    return new RequestFacts(canonicalInput, ID, KEY);
  }
}
