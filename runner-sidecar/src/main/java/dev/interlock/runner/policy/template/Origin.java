package dev.interlock.runner.policy.template;

import dev.interlock.runner.policy.Findings;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Scheme, host and port of an upstream: literals of the policy, whatever the input is.
///
/// @param scheme `http` or `https`
/// @param host in lower case; an IPv6 address without brackets
/// @param port the written one, or the scheme's default
public record Origin(String scheme, String host, int port) {
  private static final Pattern URL =
      Pattern.compile("(?i)(https?)://([^/?#]*)(.*)", Pattern.DOTALL);
  private static final Pattern AUTHORITY =
      Pattern.compile(
          "([A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+])(:([0-9]{1,5}))?");

  /// The name by which operations share what belongs to the upstream.
  public String name() {
    return scheme + "://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /// An address, taken apart.
  ///
  /// @param target path and query as written; empty for none
  record Address(Origin origin, String target) {}

  /// Takes an address of a policy apart; what cannot be goes to the findings, at `field`.
  static Optional<Address> read(String url, String field, Findings findings) {
    var parts = URL.matcher(url);
    if (!parts.matches()) {
      findings.reject(
          field,
          "must begin with http:// or https:// and hold no placeholder before the path, got "
              + url);
      return Optional.empty();
    }
    var authority = parts.group(2);
    if (authority.contains("{")) {
      findings.reject(
          field, "scheme, host and port must be literals: no placeholder may stand there");
      return Optional.empty();
    }
    if (authority.contains("@")) {
      findings.reject(field, "must not hold a user or password: write auth instead");
      return Optional.empty();
    }
    if (parts.group(3).contains("#")) {
      findings.reject(field, "must not hold a fragment (#…): a server never sees it");
      return Optional.empty();
    }
    var origin = origin(parts.group(1), authority);
    if (origin.isEmpty()) {
      findings.reject(
          field, "must hold a host name or address and a port 1..65535, got " + authority);
    }
    return origin.map(o -> new Address(o, parts.group(3)));
  }

  private static Optional<Origin> origin(String writtenScheme, String authority) {
    var parts = AUTHORITY.matcher(authority);
    if (!parts.matches()) {
      return Optional.empty();
    }
    var scheme = writtenScheme.toLowerCase(Locale.ROOT);
    int port =
        parts.group(4) != null
            ? Integer.parseInt(parts.group(4))
            : scheme.equals("https") ? 443 : 80;
    var host = parts.group(1).toLowerCase(Locale.ROOT).replace("[", "").replace("]", "");
    return port < 1 || port > 65535
        ? Optional.empty()
        : Optional.of(new Origin(scheme, host, port));
  }

  /// The path and query of an address that an upstream gave, when it lies on this origin; empty
  /// when it leads elsewhere or is no address.
  public Optional<String> targetOf(String location) {
    try {
      var uri = new URI(location);
      if (uri.isAbsolute() || uri.getRawAuthority() != null) {
        var same =
            uri.getRawAuthority() == null || uri.getScheme() == null
                ? Optional.<Origin>empty()
                : origin(uri.getScheme(), uri.getRawAuthority());
        if (!same.equals(Optional.of(this))) {
          return Optional.empty();
        }
      }
      var path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
      boolean plain =
          path.startsWith("/")
              && UrlTemplate.isPlainPath(path)
              && uri.toASCIIString().equals(location);
      return plain
          ? Optional.of(uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery())
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
