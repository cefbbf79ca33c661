package dev.interlock.runner.api;

import dev.interlock.runner.operation.CallId;
import dev.interlock.runner.operation.OperationId;
import dev.interlock.runner.operation.RunId;
import java.util.function.Function;

/// Ids as they come in: a wrong one is the request's fault.
final class Ids {
  private Ids() {}

  static RunId run(String text) {
    return read("run_id", text, RunId::new);
  }

  static CallId call(String text) {
    return read("call_id", text, CallId::new);
  }

  /// A malformed operation id names no operation.
  static OperationId operation(String text) {
    try {
      return new OperationId(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.notFound("the journal knows no such operation");
    }
  }

  private static <T> T read(String field, String text, Function<String, T> type) {
    try {
      return type.apply(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.badRequest("field \"%s\": %s".formatted(field, e.getMessage()));
    }
  }
}
