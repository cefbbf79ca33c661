package dev.interlock.runner.tool.http;

import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.HttpRequest.Header;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Where a redirect of a read leads. Pure. Followed are GET and HEAD only, to http or https, and
/// never from https to http. Source: RFC 9110 §15.4.
final class Redirects {
  /// The most redirects that one read follows.
  static final int MOST = 5;

  private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);

  /// What another origin gets to see of the policy's headers.
  private static final Set<String> HARMLESS = Set.of("accept", "accept-language", "user-agent");

  private Redirects() {}

  /// The next request; empty when the response is the answer, because it is no redirect or one that
  /// is not followed.
  static Optional<HttpRequest> next(HttpRequest request, Signal.Response response) {
    boolean safe = request.method().equals("GET") || request.method().equals("HEAD");
    List<String> locations = response.headers().getOrDefault("location", List.of());
    if (!request.followRedirects()
        || !safe
        || !STATUSES.contains(response.status())
        || locations.size() != 1) {
      return Optional.empty();
    }
    return resolve(request, locations.getFirst()).flatMap(uri -> towards(request, uri));
  }

  private static Optional<URI> resolve(HttpRequest request, String location) {
    try {
      var base = URI.create(Origin.of(request) + request.target());
      return Optional.of(base.resolve(new URI(location)));
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<HttpRequest> towards(HttpRequest from, URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean known = scheme.equals("http") || scheme.equals("https");
    boolean downgrade = from.scheme().equals("https") && scheme.equals("http");
    if (!known || downgrade || uri.getHost() == null || uri.getRawUserInfo() != null) {
      return Optional.empty();
    }
    int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
    if (port < 1 || port > 65_535) {
      return Optional.empty();
    }
    boolean sameOrigin = new Origin(scheme, uri.getHost(), port).equals(Origin.of(from));
    return Optional.of(
        new HttpRequest(
            from.method(),
            scheme,
            uri.getHost(),
            port,
            target(uri),
            sameOrigin
                ? from.headers()
                : from.headers().stream().filter(Redirects::harmless).toList(),
            from.body(),
            sameOrigin ? from.credential() : null,
            true,
            from.maxResponseBytes()));
  }

  private static String target(URI uri) {
    // ASCII: what a Location holds beyond it is encoded, as in any URI on the wire.
    URI ascii = URI.create(uri.toASCIIString());
    String path = ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
    return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
  }

  private static boolean harmless(Header header) {
    return HARMLESS.contains(header.name().toLowerCase(Locale.ROOT));
  }
}
