package dev.interlock.runner.policy.load;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.ToolPolicies;
import dev.interlock.runner.policy.compile.TermsHash;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// All policies and budgets of a folder.
///
/// @param policies by tool name; no two give one agent the same tool
record PolicySet(List<Policy> policies, List<Budget> budgets, String hash) implements ToolPolicies {

  /// A contract and those who may use it.
  record Policy(ToolContract contract, AgentLabels agents) {}

  /// A budget and those whom it limits.
  ///
  /// @param spec what it says
  record Budget(String name, RunBudget limits, AgentLabels agents, JsonNode spec) {}

  /// Offers nothing.
  static final PolicySet EMPTY = of(List.of(), List.of());

  PolicySet {
    policies = List.copyOf(policies);
    budgets = List.copyOf(budgets);
  }

  static PolicySet of(List<Policy> policies, List<Budget> budgets) {
    var byTool =
        policies.stream()
            .sorted(
                Comparator.comparing((Policy policy) -> policy.contract().tool())
                    .thenComparing(policy -> policy.contract().ref().name()))
            .toList();
    return new PolicySet(byTool, budgets, hashOf(byTool, budgets));
  }

  private static String hashOf(List<Policy> policies, List<Budget> budgets) {
    var tree = JsonNodeFactory.instance.objectNode();
    var ofPolicies = tree.putObject("policies");
    for (var policy : policies) {
      var ref = policy.contract().ref();
      ofPolicies.put(ref.name(), ref.generation() + " " + ref.hash());
    }
    var ofBudgets = tree.putObject("budgets");
    budgets.forEach(budget -> ofBudgets.put(budget.name(), TermsHash.of(budget.spec())));
    return TermsHash.of(tree);
  }

  @Override
  public Optional<ToolContract> find(String tool, Agent agent) {
    return policies.stream()
        .filter(policy -> policy.contract().tool().equals(tool) && policy.agents().select(agent))
        .map(Policy::contract)
        .findFirst();
  }

  @Override
  public List<ToolContract> offeredTo(Agent agent) {
    return policies.stream()
        .filter(policy -> policy.agents().select(agent))
        .map(Policy::contract)
        .toList();
  }

  @Override
  public RunBudget budgetFor(Agent agent) {
    return budgets.stream()
        .filter(budget -> budget.agents().select(agent))
        .map(Budget::limits)
        .reduce(RunBudget.NONE, RunBudget::tightest);
  }

  @Override
  public Optional<ToolContract> byName(PolicyRef ref) {
    return policies.stream()
        .map(Policy::contract)
        .filter(contract -> contract.ref().name().equals(ref.name()))
        .findFirst();
  }
}
