package dev.interlock.runner.policy.template;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Percent-encoding of a value inside a path segment or a query parameter: everything but the
/// unreserved characters. Source: RFC 3986 §2.3 and §2.5.
final class PercentEncoding {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private PercentEncoding() {}

  static String encode(String value) {
    var encoded = new StringBuilder(value.length() + 16);
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      if (isUnreserved(b)) {
        encoded.append((char) b);
      } else {
        encoded.append('%').append(HEX.toHighHexDigit(b)).append(HEX.toLowHexDigit(b));
      }
    }
    return encoded.toString();
  }

  private static boolean isUnreserved(byte b) {
    return (b >= 'a' && b <= 'z')
        || (b >= 'A' && b <= 'Z')
        || (b >= '0' && b <= '9')
        || b == '-'
        || b == '.'
        || b == '_'
        || b == '~';
  }
}
