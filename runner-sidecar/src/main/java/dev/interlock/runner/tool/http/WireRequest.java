package dev.interlock.runner.tool.http;

import dev.interlock.runner.policy.HttpRequest;
import dev.interlock.runner.policy.HttpRequest.Credential;
import dev.interlock.runner.policy.HttpRequest.Header;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A request as it goes on the wire: checked once more, with its credential. Made anew for each
/// attempt, and never logged: it holds a secret.
///
/// @param headers all of them but Host and Content-Length, which the client derives; values are
///   UTF-8 bytes, one character each
record WireRequest(
    String method, Origin origin, String target, List<Header> headers, byte[] body, int maxBytes) {

  /// A token. Source: RFC 9110 §5.6.2.
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}");

  private static final Pattern METHOD = Pattern.compile("(?!CONNECT$)[A-Z]{1,32}");
  private static final Pattern TARGET = Pattern.compile("/[!-~&&[^#]]*");

  /// They say where a message ends and who gets it: the client's alone.
  private static final Set<String> RESERVED =
      Set.of(
          "host",
          "content-length",
          "transfer-encoding",
          "connection",
          "keep-alive",
          "proxy-connection",
          "proxy-authorization",
          "te",
          "trailer",
          "upgrade",
          "expect",
          "http2-settings");

  /// Checks the policy's part.
  ///
  /// @throws IllegalArgumentException when a header would be the client's own, or something could
  ///   break out of its place: the policy package must not let that through
  static WireRequest of(HttpRequest request, String userAgent, @Nullable Header secret) {
    require(METHOD.matcher(request.method()).matches(), "method", request.method());
    require(TARGET.matcher(request.target()).matches(), "target", request.target());
    require(request.maxResponseBytes() >= 0, "maxResponseBytes", "" + request.maxResponseBytes());
    var headers = new ArrayList<Header>();
    boolean namesAgent = request.headers().stream().anyMatch(h -> is(h, "user-agent"));
    if (!namesAgent) {
      headers.add(new Header("User-Agent", userAgent));
    }
    for (Header header : request.headers()) {
      boolean clashes = secret != null && is(header, secret.name());
      require(!clashes, "header beside the credential's own", header.name());
      headers.add(checked(header));
    }
    if (secret != null) {
      headers.add(checked(secret));
    }
    return new WireRequest(
        request.method(),
        Origin.of(request),
        request.target(),
        List.copyOf(headers),
        request.body(),
        request.maxResponseBytes());
  }

  /// The header that carries a credential.
  ///
  /// @throws NotSentException when its secret is not to be had
  static @Nullable Header secret(@Nullable Credential credential, CredentialFiles files)
      throws NotSentException {
    return switch (credential) {
      case null -> null;
      case Credential.Bearer(var file) -> new Header("Authorization", "Bearer " + files.read(file));
      case Credential.InHeader(var file, var name) -> new Header(name, files.read(file));
      case Credential.Basic(var file, var user) ->
          new Header("Authorization", "Basic " + base64(user + ":" + files.read(file)));
    };
  }

  /// Whether a body of no bytes is announced: a server may ask for it. Source: RFC 9110 §8.6.
  boolean announcesBody() {
    return body.length > 0
        || method.equals("POST")
        || method.equals("PUT")
        || method.equals("PATCH");
  }

  /// The same for the client: everything that can be refused is refused before a connection is
  /// used.
  RequestOptions options() {
    var options = new RequestOptions().setMethod(HttpMethod.valueOf(method)).setURI(target);
    for (Header header : headers) {
      options.addHeader(header.name(), header.value());
    }
    return options;
  }

  private static Header checked(Header header) {
    require(TOKEN.matcher(header.name()).matches(), "header name", header.name());
    String lower = header.name().toLowerCase(Locale.ROOT);
    require(!RESERVED.contains(lower), "header of the policy's choice", header.name());
    // The value is not shown: it may be a secret.
    boolean plain = header.value().chars().noneMatch(c -> c != '\t' && Character.isISOControl(c));
    require(plain, "value without control characters for header", header.name());
    byte[] utf8 = header.value().getBytes(StandardCharsets.UTF_8);
    return new Header(header.name(), new String(utf8, StandardCharsets.ISO_8859_1));
  }

  private static void require(boolean holds, String what, String got) {
    if (!holds) {
      throw new IllegalArgumentException("not a valid " + what + ": \"" + printable(got) + "\"");
    }
  }

  private static String printable(String text) {
    return text.codePoints()
        .limit(100)
        .map(c -> c < ' ' || c == 0x7f ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static boolean is(Header header, String name) {
    return header.name().equalsIgnoreCase(name);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
