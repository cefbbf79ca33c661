package dev.interlock.runner.json;

import dev.interlock.runner.operation.InputHash;
import tools.jackson.databind.JsonNode;

/// Arguments after parsing, validation and defaulting: what every attempt sends, byte for byte.
///
/// @param canonical the `jcsx1` text
/// @param hash the hash of `canonical`
public record FrozenInput(String canonical, InputHash hash) {

  /// Freezes a tree as it is now; later changes to the tree do not touch it.
  ///
  /// @throws IllegalArgumentException for what has no JSON form (see `CanonicalJson`)
  public static FrozenInput of(JsonNode input) {
    var canonical = CanonicalJson.write(input);
    return new FrozenInput(canonical, InputHashes.of(canonical));
  }
}
