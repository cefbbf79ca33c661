package dev.interlock.runner.policy.load;

import dev.interlock.crd.v1alpha1.AuthSpec;
import dev.interlock.crd.v1alpha1.HttpRequestSpec;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.Names;
import dev.interlock.runner.policy.terms.RequestTerms;
import dev.interlock.runner.policy.terms.RequestTerms.Body;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Reads an HTTP request: `spec.upstream.http` or `spec.reconcile.http`.
///
/// @param path of the request in the document
/// @param lookUp whether it only asks: then it may not change anything
record RequestReader(SpecContext context, String path, boolean lookUp) {
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
  private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");
  private static final Set<String> SAFE = Set.of("GET", "HEAD");
  private static final int KI = 1 << 10;
  private static final int MI = 1 << 20;

  RequestTerms read(HttpRequestSpec spec) {
    var method = method(spec.method());
    var body = body(spec.body(), method);
    if (spec.url() != null && spec.url().isBlank()) {
      context.reject(
          path + ".url", "must be an address such as https://payments.shop.svc/v1/charges");
    }
    return new RequestTerms(
        method,
        spec.url() == null ? "" : spec.url().strip(),
        spec.headers() == null ? Map.of() : spec.headers(),
        body,
        body == Body.TEMPLATE ? (JsonNode) Objects.requireNonNull(spec.body()) : null,
        spec.auth() == null ? null : credential(spec.auth()),
        pending(spec.accepted()),
        redirects(spec.followRedirects()),
        context
            .values()
            .bytes(path + ".maxResponseBytes", spec.maxResponseBytes(), MI, KI, 16 * MI));
  }

  private String method(@Nullable String written) {
    var field = path + ".method";
    if (written == null) {
      if (!lookUp) {
        context.rejectUnlessBroken(
            field, "is required: write one of " + String.join(", ", METHODS));
      }
      return lookUp ? "GET" : "POST";
    }
    if (!METHODS.contains(written)) {
      context.reject(
          field,
          "must be %s, got %s%s"
              .formatted(
                  String.join(", ", METHODS),
                  written,
                  Names.suggestion(written.toUpperCase(Locale.ROOT), METHODS)));
      return "POST";
    }
    if (lookUp && !SAFE.contains(written) && !written.equals("POST")) {
      context.reject(field, "must be GET, HEAD or POST: a look-up changes nothing, got " + written);
    }
    if (!lookUp && context.risk().isWrite() && SAFE.contains(written)) {
      context.rejectUnlessBroken(
          field,
          "%s may be repeated by any proxy on the way: write POST, PUT, PATCH or DELETE, or risk: Read"
              .formatted(written),
          "spec.risk");
    }
    return written;
  }

  private Body body(@Nullable Object written, String method) {
    var field = path + ".body";
    var body =
        switch (written) {
          case null -> lookUp || !WITH_BODY.contains(method) ? Body.NONE : Body.INPUT;
          case JsonNode node when node.isObject() -> Body.TEMPLATE;
          case JsonNode node when node.isString() && node.stringValue().equals("Input") ->
              Body.INPUT;
          case JsonNode node when node.isString() && node.stringValue().equals("None") -> Body.NONE;
          default -> {
            context.reject(
                field, "must be Input, None, or a mapping with placeholders in its strings");
            yield Body.NONE;
          }
        };
    if (body != Body.NONE && SAFE.contains(method)) {
      context.reject(field, "%s carries no body: write None, or method: POST".formatted(method));
    }
    return body;
  }

  private boolean pending(HttpRequestSpec.@Nullable Accepted accepted) {
    if (accepted != null && lookUp) {
      context.reject(path + ".accepted", "has no meaning for a look-up: remove it");
    }
    return accepted == HttpRequestSpec.Accepted.PENDING;
  }

  private boolean redirects(@Nullable Boolean follow) {
    if (Boolean.TRUE.equals(follow) && !lookUp && context.risk().isWrite()) {
      context.rejectUnlessBroken(
          path + ".followRedirects",
          "must be false for a write: a redirect would send it twice",
          "spec.risk");
    }
    return Boolean.TRUE.equals(follow);
  }

  private HttpRequest.@Nullable Credential credential(AuthSpec auth) {
    var field = path + ".auth";
    long given =
        Stream.of(auth.bearer(), auth.header(), auth.basic()).filter(Objects::nonNull).count();
    if (given != 1) {
      context.rejectUnlessBroken(
          field, "must hold exactly one of bearer, header, basic; got " + given);
      return null;
    }
    if (auth.bearer() != null) {
      return new HttpRequest.Credential.Bearer(key(field + ".bearer", auth.bearer().credential()));
    }
    if (auth.header() != null) {
      return new HttpRequest.Credential.InHeader(
          key(field + ".header", auth.header().credential()), text(auth.header().name()));
    }
    var basic = Objects.requireNonNull(auth.basic());
    if (text(basic.user()).contains(":")
        || text(basic.user()).chars().anyMatch(c -> c < ' ' || c > '~')) {
      context.reject(field + ".basic.user", "must be printable ASCII without a colon");
    }
    return new HttpRequest.Credential.Basic(
        key(field + ".basic", basic.credential()), text(basic.user()));
  }

  /// The key becomes a file's name: it must not lead out of the folder.
  private String key(String field, @Nullable String credential) {
    var name = text(credential);
    if (credential != null && !name.matches("[A-Za-z0-9_][-._A-Za-z0-9]{0,252}")) {
      context.reject(
          field + ".credential", "must be a Secret's key (A-Z a-z 0-9 - _ .), got " + name);
    }
    return name;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
