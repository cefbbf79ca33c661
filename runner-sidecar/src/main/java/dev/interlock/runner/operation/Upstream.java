package dev.interlock.runner.operation;

import org.jspecify.annotations.Nullable;

/// The upstream's part of the record: what it answered, apart from what we made of it.
///
/// @param status the HTTP status; 0 when no status line arrived
/// @param detail how far the request got and what came back, in one line without payload
/// @param resultHash SHA-256 of the raw body, hex; absent when there was no body
public record Upstream(int status, String detail, @Nullable String resultHash) {
  /// For outcomes that no upstream took part in.
  public static final Upstream NONE = new Upstream(0, "no request was sent", null);
}
