package dev.interlock.runner.policy.compile;

import dev.interlock.runner.json.CanonicalJson;
import dev.interlock.runner.policy.terms.ToolTerms;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import tools.jackson.databind.JsonNode;

/// Hashes what a policy says, not how it is written: defaults, order of fields, comments and units
/// of durations make no difference.
public final class TermsHash {
  private TermsHash() {}

  static String of(ToolTerms terms) {
    return of(TermsTree.of(terms));
  }

  /// The hash of a tree, whatever the order of its members: `sha256:` and 64 hex digits.
  public static String of(JsonNode tree) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var bytes = digest.digest(CanonicalJson.write(tree).getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
