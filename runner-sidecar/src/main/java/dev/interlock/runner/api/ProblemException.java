package dev.interlock.runner.api;

/// A request that cannot be answered with an envelope. Becomes a problem document. Source: RFC
/// 9457.
final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final int status;
  private final String code;

  /// @param status the HTTP status
  /// @param code what kind of problem, in snake_case: the last part of the document's `type`
  /// @param detail what is wrong with this request and what to do instead
  ProblemException(int status, String code, String detail) {
    super(detail);
    this.status = status;
    this.code = code;
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }

  static ProblemException badRequest(String detail) {
    return new ProblemException(400, "bad_request", detail);
  }

  static ProblemException notFound(String detail) {
    return new ProblemException(404, "not_found", detail);
  }
}
