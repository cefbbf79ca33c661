package dev.interlock.runner.policy;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.RunBudget;
import java.util.List;
import java.util.Optional;

/// All contracts and budgets in force, one consistent set. Immutable; any thread may use it.
public interface ToolPolicies {
  /// The contract under which this agent may use the tool; empty when there is none.
  Optional<ToolContract> find(String tool, Agent agent);

  /// Every tool that this agent may use, by name.
  List<ToolContract> offeredTo(Agent agent);

  /// The tightest of all budgets that match this agent.
  RunBudget budgetFor(Agent agent);

  /// The policy of that name as it is now, whatever its generation.
  Optional<ToolContract> byName(PolicyRef ref);

  /// Equal hashes mean equal sets.
  String hash();
}
