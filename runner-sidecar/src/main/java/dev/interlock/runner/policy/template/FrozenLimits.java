package dev.interlock.runner.policy.template;

import dev.interlock.runner.json.JsonLimits;

/// Limits for reading back what was frozen: wider than those for arguments, because defaults may
/// have been added.
final class FrozenLimits {
  static final JsonLimits LIMITS = JsonLimits.DEFAULT.withMaxBytes(16 << 20).withMaxDepth(256);

  private FrozenLimits() {}
}
