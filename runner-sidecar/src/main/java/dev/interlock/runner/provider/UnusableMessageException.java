package dev.interlock.runner.provider;

import dev.interlock.runner.provider.ProviderReading.Unusable;
import java.io.Serial;

/// Ends the reading of a message at its first problem; `ProviderFormat` turns it into a value.
final class UnusableMessageException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final transient Unusable unusable;

  UnusableMessageException(String field, String problem) {
    super(field + " " + problem, null, false, false);
    unusable = new Unusable(field, problem);
  }

  Unusable unusable() {
    return unusable;
  }
}
