package dev.interlock.runner.tool.http;

import dev.interlock.runner.policy.HttpRequest;
import java.util.Locale;

/// Where connections go: what a pool, and a credential, belongs to.
///
/// @param scheme `http` or `https`
/// @param host in lower case; an IPv6 address stands in brackets
/// @param port 1..65535
record Origin(String scheme, String host, int port) {
  Origin {
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException("scheme must be http or https, got " + scheme);
    }
    if (host.isEmpty()
        || !host.chars().allMatch(c -> c > ' ' && c < 0x7f && "/@?#\\".indexOf(c) < 0)) {
      throw new IllegalArgumentException("host must be a name or an address, got \"" + host + "\"");
    }
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("port must be 1..65535, got " + port);
    }
    host = host.toLowerCase(Locale.ROOT);
    if (host.indexOf(':') >= 0 && !host.startsWith("[")) {
      host = "[" + host + "]";
    }
  }

  static Origin of(HttpRequest request) {
    return new Origin(request.scheme(), request.host(), request.port());
  }

  boolean isTls() {
    return scheme.equals("https");
  }

  /// What a name resolver understands: an IPv6 address without its brackets.
  String nameToResolve() {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  @Override
  public String toString() {
    return scheme + "://" + host + ":" + port;
  }
}
