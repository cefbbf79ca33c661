package dev.interlock.runner.json;

import dev.interlock.runner.operation.InputHash;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Computes input hashes: SHA-256 over the UTF-8 bytes of the canonical form.
public final class InputHashes {

  private InputHashes() {}

  /// The hash of a text that `CanonicalJson` wrote.
  public static InputHash of(String canonical) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var bytes = digest.digest(canonical.getBytes(StandardCharsets.UTF_8));
      return new InputHash("jcsx1:sha256:" + HexFormat.of().formatHex(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
