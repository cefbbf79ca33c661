package dev.interlock.runner.operation;

/// Which policy, at which version, decided.
///
/// @param name the ToolPolicy's name
/// @param generation its `metadata.generation`; 0 when it came from a file without one
/// @param hash a hash of its canonical form: equal hashes mean equal rules
public record PolicyRef(String name, long generation, String hash) {}
