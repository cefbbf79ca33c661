package dev.interlock.runner.operation;

/// On whose behalf a call is made, from a verified token. The token itself is never journaled.
///
/// @param subject the verified `sub` claim
/// @param claims the claims that policies may read, as a JSON object
public record EndUser(String subject, String claims) {}
