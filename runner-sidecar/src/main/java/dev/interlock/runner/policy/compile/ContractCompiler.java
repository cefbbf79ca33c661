package dev.interlock.runner.policy.compile;

import dev.interlock.runner.operation.PolicyRef;
import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.ToolContract;
import dev.interlock.runner.policy.expression.Expression;
import dev.interlock.runner.policy.expression.Expressions;
import dev.interlock.runner.policy.expression.Scope;
import dev.interlock.runner.policy.schema.CompiledSchema;
import dev.interlock.runner.policy.schema.Completion;
import dev.interlock.runner.policy.schema.Shape;
import dev.interlock.runner.policy.template.RequestTemplate;
import dev.interlock.runner.policy.template.SummaryTemplate;
import dev.interlock.runner.policy.terms.ReconcileTerms;
import dev.interlock.runner.policy.terms.RequestTerms;
import dev.interlock.runner.policy.terms.ToolTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/// Compiles one policy. Everything that can be wrong without knowing a call is found here, all of
/// it in one go.
public final class ContractCompiler {
  private final ToolTerms terms;
  private final Findings findings;
  private final Shape input;
  private final Expressions ofCall;
  private final Expressions ofInput;
  private int missing;

  private ContractCompiler(ToolTerms terms, Findings findings) {
    this.terms = terms;
    this.findings = findings;
    this.input = Shape.of(terms.tool().inputSchema());
    this.ofCall = new Expressions(Scope.ofCall(input), findings);
    this.ofInput = new Expressions(Scope.ofInput(input), findings);
  }

  /// The contract; empty when the terms cannot work, and then the findings say why.
  ///
  /// @param name the policy's name
  /// @param generation its generation; 0 for none
  /// @param findings takes paths from the document's root
  public static Optional<ToolContract> compile(
      ToolTerms terms, String name, long generation, Findings findings) {
    var ref = new PolicyRef(name, generation, TermsHash.of(terms));
    return new ContractCompiler(terms, findings)
        .parts()
        .map(parts -> new CompiledContract(ref, terms, parts));
  }

  private Optional<CompiledContract.Parts> parts() {
    var arguments = arguments();
    var authorization = authorization();
    var approval = approval();
    var upstream = upstream();
    var lookUp = lookUp(upstream);
    var result = result();
    var lock = name("spec.concurrency.lock", terms.concurrency().lock());
    var key = name("spec.identity.key", terms.identity().key());
    return arguments == null || upstream == null || missing > 0
        ? Optional.empty()
        : Optional.of(
            new CompiledContract.Parts(
                arguments, authorization, approval, upstream, lookUp, result, lock, key));
  }

  private @Nullable ArgumentCheck arguments() {
    var schema = terms.tool().inputSchema();
    if (schema.isEmpty()) {
      return null;
    }
    var compiled = schema("spec.tool.inputSchema", schema);
    if (compiled == null) {
      return null;
    }
    if (!compiled.shape().types().equals(Set.of("object"))) {
      reject("spec.tool.inputSchema.type", "must be object: a tool takes named arguments");
    }
    var completion = new Completion(schema, terms.tool().dropNullOptionals());
    schema.path("properties").properties().forEach(p -> checkDefault(p, compiled, completion));
    return new ArgumentCheck(compiled, completion);
  }

  /// A default that its own schema forbids would refuse every call that relies on it.
  private void checkDefault(
      Map.Entry<String, JsonNode> property, CompiledSchema compiled, Completion completion) {
    var written = property.getValue().get("default");
    if (written != null) {
      var value = JsonNodeFactory.instance.objectNode();
      value.set(property.getKey(), written.deepCopy());
      completion.complete(value);
      var below = "/" + property.getKey();
      compiled.violations(value).stream()
          .filter(v -> v.pointer().equals(below) || v.pointer().startsWith(below + "/"))
          .forEach(v ->
              reject(
                  "spec.tool.inputSchema.properties." + property.getKey() + ".default",
                  "is not what the property's schema allows: " + v.message()));
    }
  }

  private @Nullable CompiledSchema schema(String field, JsonNode schema) {
    return found(CompiledSchema.compile(schema, findings.under(field)));
  }

  private AuthorizationRules authorization() {
    var rules = new ArrayList<AuthorizationRules.Rule>();
    for (int i = 0; i < terms.authorization().size(); i++) {
      var rule = terms.authorization().get(i);
      var field = "spec.authorization.rules[" + i + "].expression";
      var condition = found(ofCall.condition(field, rule.expression()));
      if (condition != null) {
        rules.add(new AuthorizationRules.Rule(condition, rule.message()));
      }
    }
    return new AuthorizationRules(rules);
  }

  private ApprovalRules approval() {
    var approval = terms.approval();
    var when =
        approval.when() == null
            ? null
            : found(ofCall.condition("spec.approval.when", approval.when()));
    var summary =
        approval.summary() == null
            ? null
            : found(
                SummaryTemplate.compile(
                    approval.summary(), "spec.approval.summary", input, findings));
    var tool = terms.tool();
    var view = new InputView(tool.name(), PointerTree.of(tool.redact()), summary);
    return new ApprovalRules(approval, when, view);
  }

  private @Nullable RequestTemplate upstream() {
    if (terms.upstream().url().isEmpty()) {
      return null;
    }
    return found(
        RequestTemplate.compile(
            terms.upstream(),
            terms.idempotency().in(),
            false,
            input,
            findings.under("spec.upstream.http")));
  }

  private @Nullable LookUpRules lookUp(@Nullable RequestTemplate upstream) {
    var reconcile = terms.reconcile();
    if (reconcile == null || reconcile.request().url().isEmpty()) {
      return null;
    }
    var rules = rules(reconcile.rules());
    var request = question(reconcile.request(), upstream);
    return request == null
        ? null
        : new LookUpRules(
            request, rules, reconcile.schedule(), reconcile.request().maxResponseBytes());
  }

  /// A look-up at the upstream itself is on the upstream's credential unless it has its own; no
  /// other host ever gets that.
  private @Nullable RequestTemplate question(
      RequestTerms asked, @Nullable RequestTemplate upstream) {
    var at = findings.under("spec.reconcile.http");
    var request = found(RequestTemplate.compile(asked, null, true, input, at));
    if (request == null
        || upstream == null
        || asked.credential() != null
        || !request.origin().equals(upstream.origin())) {
      return request;
    }
    var known = asked.withCredential(terms.upstream().credential());
    return found(RequestTemplate.compile(known, null, true, input, at));
  }

  private List<LookUpRules.Rule> rules(List<ReconcileTerms.Rule> given) {
    var ofResponse = new Expressions(Scope.ofResponse(), findings);
    var rules = new ArrayList<LookUpRules.Rule>();
    for (int i = 0; i < given.size(); i++) {
      var field = "spec.reconcile.rules[" + i + "].";
      var rule = given.get(i);
      var when = found(ofResponse.condition(field + "when", rule.when()));
      var result =
          rule.result() == null ? null : found(ofResponse.value(field + "result", rule.result()));
      if (when != null) {
        rules.add(new LookUpRules.Rule(when, rule.outcome(), result));
      }
    }
    return rules;
  }

  private ResultView result() {
    var result = terms.result();
    var output = terms.tool().outputSchema();
    return new ResultView(
        output == null ? null : schema("spec.tool.outputSchema", output),
        PointerTree.of(result.expose()),
        PointerTree.of(result.redact()),
        result.maxBytes(),
        terms.upstream().maxResponseBytes());
  }

  private @Nullable Expression name(String field, @Nullable String source) {
    return source == null ? null : found(ofInput.name(field, source));
  }

  private void reject(String field, String message) {
    missing++;
    findings.reject(field, message);
  }

  private <T> @Nullable T found(Optional<T> compiled) {
    if (compiled.isEmpty()) {
      missing++;
    }
    return compiled.orElse(null);
  }
}
