package dev.interlock.runner;

import io.vertx.core.json.jackson.v3.DatabindCodec;
import io.vertx.core.spi.JsonFactory;
import io.vertx.core.spi.json.JsonCodec;

/// Makes Vert.x use Jackson 3 whatever else is on the class path, so that tests and production
/// parse alike. Named in `META-INF/services`.
public final class VertxJson implements JsonFactory {
  @Override
  public JsonCodec codec() {
    return new DatabindCodec();
  }
}
