package dev.interlock.runner.simulation;

import static dev.interlock.runner.policy.Idempotency.Mode.KEY;
import static dev.interlock.runner.policy.Idempotency.Mode.NATURAL;
import static dev.interlock.runner.policy.Idempotency.Mode.NONE;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.operation.Risk;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.outcome.OutcomeTable;
import dev.interlock.runner.policy.Idempotency;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.ToolPolicies;
import dev.interlock.runner.simulation.SimContract.Says;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/// The policies of a schedule: one tool of every kind, and changes that tighten, loosen or remove.
final class SimPolicies {
  static final RunBudget BUDGET = new RunBudget(5, 6, null, 60, Map.of("keyed", 4L));

  /// What each row of the outcome table needs a policy to say: most of them, nothing.
  private static final List<Says> SAYS =
      OutcomeTable.rows().stream()
          .map(row -> new Says(row.refusedBefore(), row.inFlightStatus(), row.pendingOn202()))
          .toList();

  private static final List<Says> DISTINCT = SAYS.stream().distinct().toList();

  private final Map<String, SimContract> contracts = new LinkedHashMap<>();
  private final List<Change> changes = new ArrayList<>();
  private final Supplier<Instant> now;
  private final Random random;
  private int version = 1;

  private record Change(Instant at, SimContract contract) {}

  /// @param now the journal's time
  SimPolicies(Random random, Supplier<Instant> now) {
    this.random = random;
    this.now = now;
    tool("read", Risk.READ, NONE, false, 0, false, 3);
    tool("keyed", Risk.IRREVERSIBLE_WRITE, KEY, false, 0, true, 4);
    tool("keyed-ask", Risk.IRREVERSIBLE_WRITE, KEY, false, 2, true, 3);
    tool("unkeyed", Risk.IRREVERSIBLE_WRITE, NONE, false, 0, true, 3);
    tool("unkeyed-blind", Risk.REVERSIBLE_WRITE, NONE, false, 0, false, 2);
    tool("unkeyed-ask", Risk.IRREVERSIBLE_WRITE, NONE, false, 1, true, 2);
  }

  private void tool(
      String name,
      Risk risk,
      Idempotency.Mode mode,
      boolean denies,
      int approvals,
      boolean looksUp,
      int maxAttempts) {
    var from = random.nextBoolean() ? SAYS : DISTINCT;
    var says = from.get(random.nextInt(from.size()));
    put(new SimContract(name, 1, risk, mode, denies, approvals, looksUp, maxAttempts, says));
  }

  private void put(SimContract contract) {
    contracts.put(contract.tool(), contract);
    changes.add(new Change(now.get(), contract));
  }

  /// What was in force at some time from `from` to `to`.
  List<SimContract> inForce(String tool, Instant from, Instant to) {
    var found = new ArrayList<SimContract>();
    for (var change : changes) {
      if (change.contract().tool().equals(tool) && !change.at().isAfter(to)) {
        if (!change.at().isAfter(from)) {
          found.clear();
        }
        found.add(change.contract());
      }
    }
    return found;
  }

  /// How many attempts an operation of this tool may make; no change of a policy changes it.
  int maxAttempts(String tool) {
    return contract(tool).maxAttempts();
  }

  SimContract contract(String tool) {
    var contract = contracts.get(tool);
    if (contract == null) {
      throw new IllegalArgumentException("no tool " + tool);
    }
    return contract;
  }

  List<String> tools() {
    return List.copyOf(contracts.keySet());
  }

  /// Changes one policy: it denies, asks one more person, promises less, or is as before.
  void change() {
    var tools = tools();
    var old = contract(tools.get(random.nextInt(tools.size())));
    boolean denies = random.nextInt(3) == 0;
    int approvals = random.nextInt(3) == 0 ? old.approvals() + 1 : old.approvals();
    var mode = old.mode() == KEY && random.nextInt(4) == 0 ? NATURAL : old.mode();
    put(old.under(++version, old.mode() == KEY ? KEY : mode, denies, approvals));
  }

  /// Everything is allowed from now on, so that what waits can end.
  void settle() {
    for (var old : List.copyOf(contracts.values())) {
      put(old.under(old.version(), old.mode(), false, old.approvals()));
    }
  }

  ToolPolicies current() {
    var now = Map.copyOf(contracts);
    return new ToolPolicies() {
      @Override
      public Optional<ToolContract> find(String tool, Agent agent) {
        return Optional.ofNullable(now.get(tool));
      }

      @Override
      public List<ToolContract> offeredTo(Agent agent) {
        return List.copyOf(now.values());
      }

      @Override
      public RunBudget budgetFor(Agent agent) {
        return BUDGET;
      }

      @Override
      public Optional<ToolContract> byName(PolicyRef ref) {
        return Optional.ofNullable(now.get(ref.name()));
      }

      @Override
      public String hash() {
        return "set";
      }
    };
  }
}
