package dev.interlock.runner.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// `GET /openapi.yaml`: the document that describes the routes.
final class ServedDocument {
  private static final String TEXT = read();

  private ServedDocument() {}

  static Reply reply(ApiRequest request) {
    return Reply.text(200, "application/yaml", TEXT);
  }

  private static String read() {
    try (var in = ServedDocument.class.getResourceAsStream("/openapi.yaml")) {
      if (in == null) {
        throw new IllegalStateException("openapi.yaml is missing from the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
