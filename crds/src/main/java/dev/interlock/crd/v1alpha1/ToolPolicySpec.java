package dev.interlock.crd.v1alpha1;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The contract of one tool: what the model may ask for, what really performs it, and how.
public record ToolPolicySpec(
    @JsonProperty(required = true) @JsonPropertyDescription("The tool as the model sees it.")
        @Nullable ToolSpec tool,
    @JsonPropertyDescription("Which agents may use it. Default: every injected pod.")
        @Nullable AgentSelector agents,
    @JsonProperty(required = true)
        @JsonPropertyDescription(
            "Read, ReversibleWrite or IrreversibleWrite. The careful defaults follow from it.")
        @Nullable Risk risk,
    @JsonProperty(required = true) @JsonPropertyDescription("What really performs the operation.")
        @Nullable UpstreamSpec upstream,
    @JsonPropertyDescription("How long things may take.") @Nullable TimeoutSpec timeout,
    @JsonPropertyDescription("When and how often an operation is attempted again.")
        @Nullable RetrySpec retry,
    @JsonPropertyDescription("What the upstream promises about a repeated request.")
        @Nullable IdempotencySpec idempotency,
    @JsonPropertyDescription("When two calls are the same operation.")
        @Nullable IdentitySpec identity,
    @JsonPropertyDescription("How an unknown outcome is found out. Default: a person decides.")
        @Nullable ReconcileSpec reconcile,
    @JsonPropertyDescription("On whose authority the tool may be used. Default: any agent's.")
        @Nullable AuthorizationSpec authorization,
    @JsonPropertyDescription("Whether people have to say yes first.")
        @Nullable ApprovalSpec approval,
    @JsonPropertyDescription("What must not run at the same time.")
        @Nullable ConcurrencySpec concurrency,
    @JsonPropertyDescription("How many calls are let through in a time; all must allow it.")
        @Nullable List<RateLimitSpec> rateLimits,
    @JsonPropertyDescription("What a call costs.") @Nullable CostSpec cost,
    @JsonPropertyDescription("What of the upstream's answer the model sees.")
        @Nullable ResultSpec result,
    @JsonPropertyDescription(
            "Which operations become a ToolRun: Never, OnAttention (approval, unknown outcome) or"
                + " Always. Default: OnAttention.")
        @Nullable Visibility toolRun,
    @JsonPropertyDescription("What the tool demands of the journal.")
        @Nullable JournalSpec journal) {}
