package dev.interlock.runner.testing;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// One request as it came over the wire.
///
/// @param headers by lower-case name, in order
/// @param body as text
public record ReceivedRequest(
    String method, String target, Map<String, List<String>> headers, String body) {

  /// The first value of the header; null when it is absent.
  public @Nullable String header(String name) {
    var values = headers.get(name.toLowerCase(Locale.ROOT));
    return values == null ? null : values.getFirst();
  }

  /// Reads one; null when the peer closed the connection between requests.
  static @Nullable ReceivedRequest read(InputStream in) throws IOException {
    var first = line(in);
    if (first == null) {
      return null;
    }
    var parts = first.split(" ", 3);
    var headers = new TreeMap<String, List<String>>();
    for (var line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers
          .computeIfAbsent(
              line.substring(0, colon).toLowerCase(Locale.ROOT), _ -> new ArrayList<>())
          .add(line.substring(colon + 1).strip());
    }
    var length = headers.getOrDefault("content-length", List.of("0")).getFirst();
    var body = in.readNBytes(Integer.parseInt(length));
    if (body.length < Integer.parseInt(length)) {
      throw new EOFException("the request's body is cut");
    }
    return new ReceivedRequest(
        parts[0], parts[1], headers, new String(body, StandardCharsets.UTF_8));
  }

  private static @Nullable String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int read = in.read(); read >= 0; read = in.read()) {
      if (read == '\n') {
        return line.toString();
      }
      if (read != '\r') {
        line.append((char) read);
      }
    }
    return null;
  }
}
