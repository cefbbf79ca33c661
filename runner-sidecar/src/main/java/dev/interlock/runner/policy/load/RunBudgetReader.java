package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.RunBudgetSpec;
import dev.interlock.runner.operation.RunBudget;
import dev.interlock.runner.policy.Findings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads a RunBudget's spec. Zero means zero; what is not given has no limit.
final class RunBudgetReader {
  private static final long NO_LIMIT = Long.MAX_VALUE;

  private final Findings findings;

  RunBudgetReader(Findings findings) {
    this.findings = findings;
  }

  /// The budget of a resource. All problems are reported.
  PolicySet.Budget read(JsonNode tree, String name) {
    var spec = new RecordReader(findings).read(tree, RunBudgetSpec.class, "spec");
    var limits =
        new RunBudget(
            count("spec.maxTurns", spec.maxTurns()),
            count("spec.maxToolCalls", spec.maxToolCalls()),
            duration(spec.maxDuration()),
            new Values(findings).micros("spec.maxSpend", spec.maxSpend(), NO_LIMIT),
            perTool(spec.perTool()));
    return new PolicySet.Budget(name, limits, AgentLabels.of(spec.agents()), tree);
  }

  private long count(String field, @Nullable Long given) {
    if (given == null) {
      return NO_LIMIT;
    }
    if (given < 0) {
      findings.reject(field, "must not be negative: write 0 to allow none, got " + given);
    }
    return given;
  }

  private @Nullable Duration duration(@Nullable String written) {
    return written == null
        ? null
        : new Values(findings)
            .duration(
                "spec.maxDuration", written, Duration.ZERO, Duration.ZERO, Duration.ofDays(3650));
  }

  private Map<String, Long> perTool(@Nullable List<RunBudgetSpec.ToolLimit> given) {
    var limits = new HashMap<String, Long>();
    var tools = given == null ? List.<RunBudgetSpec.ToolLimit>of() : given;
    for (int i = 0; i < tools.size(); i++) {
      var tool = tools.get(i).tool();
      var at = "spec.perTool[" + i + "].";
      long calls = count(at + "maxCalls", tools.get(i).maxCalls());
      if (tool != null && limits.put(tool, calls) != null) {
        findings.reject(at + "tool", tool + " is limited twice: keep one");
      }
    }
    return limits;
  }
}
