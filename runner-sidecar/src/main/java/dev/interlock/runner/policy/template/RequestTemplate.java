package dev.interlock.runner.policy.template;

import dev.interlock.runner.json.ParseResult.Parsed;
import dev.interlock.runner.json.StrictJson;
import dev.interlock.runner.policy.Findings;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.RequestFacts;
import dev.interlock.runner.policy.UndecidableException;
import dev.interlock.runner.policy.schema.Shape;
import dev.interlock.runner.policy.template.PlaceholderCheck.Place;
import dev.interlock.runner.policy.terms.IdempotencyTerms.Placement;
import dev.interlock.runner.policy.terms.RequestTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// One HTTP request with placeholders, ready to be rendered. Immutable; any thread may use it.
public final class RequestTemplate {
  private final RequestTerms terms;
  private final UrlTemplate url;
  private final List<HeaderTemplate> headers;
  private final BodyTemplate body;

  private RequestTemplate(
      RequestTerms terms, UrlTemplate url, List<HeaderTemplate> headers, BodyTemplate body) {
    this.terms = terms;
    this.url = url;
    this.headers = List.copyOf(headers);
    this.body = body;
  }

  /// Parses and checks a request; empty when it cannot be used, and then the findings say why.
  ///
  /// @param key where the idempotency key goes; absent for nowhere
  /// @param lookUp whether it asks for one operation: then its query needs every value, because a
  ///   question without one would be a question about others
  public static Optional<RequestTemplate> compile(
      RequestTerms terms, @Nullable Placement key, boolean lookUp, Shape input, Findings findings) {
    var counting = new Counting(findings);
    var check = new PlaceholderCheck(input, counting);
    var headers = headers(terms, key, check);
    var body = BodyTemplate.of(terms, KeyPlacement.inBody(terms, key, check), "body", check);
    var url =
        UrlTemplate.parse(terms.url(), "url", check, lookUp ? Place.INSIDE : Place.WHOLE)
            .map(parsed -> KeyPlacement.inQuery(parsed, key, check));
    return url.isPresent() && counting.count == 0
        ? Optional.of(new RequestTemplate(terms, url.get(), headers, body))
        : Optional.empty();
  }

  private static List<HeaderTemplate> headers(
      RequestTerms terms, @Nullable Placement key, PlaceholderCheck check) {
    var byName = new TreeMap<String, HeaderTemplate>(String.CASE_INSENSITIVE_ORDER);
    new TreeMap<>(terms.headers())
        .forEach((name, value) -> {
          var field = "headers." + name;
          if (byName.put(name, HeaderTemplate.parse(name, value, field, check)) != null) {
            check.findings().reject(field, "given twice: letter case makes no other header");
          }
        });
    KeyPlacement.inHeader(byName, key, check);
    if (terms.credential() instanceof HttpRequest.Credential.InHeader(_, var name)) {
      HeaderTemplate.checkName(name, "auth.header.name", check);
      if (byName.containsKey(name)) {
        check.findings().reject("headers." + name, "is the credential's header: remove it");
      }
    }
    addDefault(byName, "Accept", "application/json", check);
    if (terms.body() != RequestTerms.Body.NONE) {
      addDefault(byName, "Content-Type", "application/json", check);
    }
    return List.copyOf(byName.values());
  }

  private static void addDefault(
      Map<String, HeaderTemplate> headers, String name, String value, PlaceholderCheck check) {
    if (!headers.containsKey(name)) {
      headers.put(name, HeaderTemplate.parse(name, value, "headers." + name, check));
    }
  }

  /// Where it goes.
  public Origin origin() {
    return url.origin();
  }

  /// The request for these facts.
  ///
  /// @throws UndecidableException when the input has no place in the template
  public HttpRequest render(RequestFacts facts) {
    return render(input(facts), facts);
  }

  private HttpRequest render(JsonNode input, RequestFacts facts) {
    var rendered = new ArrayList<HttpRequest.Header>();
    headers.forEach(header -> header.render(input, facts).ifPresent(rendered::add));
    return request(terms.method(), url.render(input, facts), rendered, body.render(input, facts));
  }

  /// A GET of another address on the same origin, with the same credential.
  public HttpRequest get(String target) {
    return request(
        "GET", target, List.of(new HttpRequest.Header("Accept", "application/json")), new byte[0]);
  }

  private HttpRequest request(
      String method, String target, List<HttpRequest.Header> rendered, byte[] bytes) {
    var origin = url.origin();
    return new HttpRequest(
        method.toUpperCase(Locale.ROOT),
        origin.scheme(),
        origin.host(),
        origin.port(),
        target,
        rendered,
        bytes,
        terms.credential(),
        terms.followRedirects(),
        terms.maxResponseBytes());
  }

  private static JsonNode input(RequestFacts facts) {
    if (StrictJson.parse(facts.canonicalInput(), FrozenLimits.LIMITS) instanceof Parsed parsed) {
      return parsed.value();
    }
    throw new UndecidableException("the frozen input is not JSON");
  }

  private static final class Counting implements Findings {
    private final Findings to;
    private int count;

    Counting(Findings to) {
      this.to = to;
    }

    @Override
    public void reject(String field, String message) {
      count++;
      to.reject(field, message);
    }
  }
}
