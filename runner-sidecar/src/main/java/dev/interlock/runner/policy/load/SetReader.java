package dev.interlock.runner.policy.load;

import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.ToolPolicies;
import dev.interlock.runner.policy.compile.ContractCompiler;
import dev.interlock.runner.policy.terms.ToolTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads documents into one set, and finds what does not fit together. For one load on one thread.
final class SetReader {
  private final Duration journalRetention;
  private final List<Problem> problems = new ArrayList<>();
  private final List<PolicySet.Policy> policies = new ArrayList<>();
  private final List<PolicySet.Budget> budgets = new ArrayList<>();
  private final Map<String, String> places = new HashMap<>();
  private @Nullable String namespace;

  SetReader(Duration journalRetention) {
    this.journalRetention = journalRetention;
  }

  void reject(String file, String message) {
    problems.add(new Problem(file, 0, "", message));
  }

  void read(String file, String text) {
    int before = problems.size();
    var documents = YamlReader.read(file, text, problems);
    if (documents.isEmpty() && problems.size() == before) {
      // Also what a file looks like whose writer has just begun.
      reject(file, "holds nothing: write a ToolPolicy or a RunBudget, or remove the file");
    }
    for (var document : documents) {
      var findings = document.findings(problems);
      Resource.read(document.root(), findings)
          .ifPresent(resource -> {
            checkNamespace(resource, findings);
            var place = file + ":" + document.firstLine();
            var other = places.putIfAbsent(resource.kind() + "/" + resource.name(), place);
            if (other != null && !resource.name().isEmpty()) {
              findings.reject(
                  "metadata.name", resource.name() + " is in " + other + " already: rename one");
            }
            switch (resource.kind()) {
              case TOOL_POLICY -> policy(resource, place, findings);
              case RUN_BUDGET ->
                  budgets.add(new RunBudgetReader(findings).read(resource.spec(), resource.name()));
            }
          });
    }
  }

  private void checkNamespace(Resource resource, Findings findings) {
    if (resource.namespace() == null) {
      return;
    }
    if (namespace != null && !namespace.equals(resource.namespace())) {
      findings.reject(
          "metadata.namespace",
          "must be %s as in the other documents: a sidecar serves one namespace, got %s"
              .formatted(namespace, resource.namespace()));
    }
    namespace = namespace == null ? resource.namespace() : namespace;
  }

  private void policy(Resource resource, String place, Findings findings) {
    int before = problems.size();
    var policy =
        new ToolPolicyReader(findings, journalRetention)
            .read(resource.spec(), resource.name())
            .flatMap(terms -> compile(terms, resource, findings));
    if (policy.isPresent()) {
      checkTool(policy.get(), findings);
      places.put(policy.get().contract().ref().name(), place);
      policies.add(policy.get());
    } else if (problems.size() == before) {
      // A policy must never be left out in silence: its tool would be gone, or another's rules
      // hold.
      findings.reject("spec", "cannot be compiled, and no rule says why: please report this");
    }
  }

  private static Optional<PolicySet.Policy> compile(
      ToolTerms terms, Resource resource, Findings findings) {
    return ContractCompiler.compile(terms, resource.name(), resource.generation(), findings)
        .map(contract -> new PolicySet.Policy(contract, new AgentLabels(terms.agents())));
  }

  private void checkTool(PolicySet.Policy policy, Findings findings) {
    for (var other : policies) {
      var name = other.contract().ref().name();
      if (other.contract().tool().equals(policy.contract().tool())
          && other.agents().overlap(policy.agents())
          && !name.equals(policy.contract().ref().name())) {
        findings.reject(
            "spec.tool.name",
            "%s is given to %s by %s (%s) already, and an agent could be both: choose another name, or agents.matchLabels that differ in the value of one label"
                .formatted(other.contract().tool(), other.agents(), name, places.get(name)));
      }
    }
  }

  /// The set.
  ///
  /// @throws PoliciesRejectedException with everything that is wrong with any document
  ToolPolicies finish() {
    if (!problems.isEmpty()) {
      throw new PoliciesRejectedException(
          problems.stream()
              .distinct()
              .sorted(Comparator.comparing(Problem::file).thenComparingInt(Problem::line))
              .toList());
    }
    return PolicySet.of(policies, budgets);
  }
}
