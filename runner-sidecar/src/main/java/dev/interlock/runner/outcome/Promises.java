package dev.interlock.runner.outcome;

import dev.interlock.runner.operation.Risk;
import java.util.Set;

/// What the policy promises about its upstream, as far as the classification of one attempt needs
/// it.
///
/// @param risk what a repetition could do
/// @param keyed whether sending the same request again is harmless: the upstream honours our key,
///   or the request is naturally idempotent
/// @param refusedBefore statuses that this upstream answers before doing anything
/// @param inFlightStatus the status that means "the first one is still running"; 0 for none
/// @param pendingOn202 whether 202 means "taken, not done"
public record Promises(
    Risk risk,
    boolean keyed,
    Set<Integer> refusedBefore,
    int inFlightStatus,
    boolean pendingOn202) {
  public Promises {
    refusedBefore = Set.copyOf(refusedBefore);
  }

  /// A write that must not reach the upstream twice.
  boolean isUnkeyedWrite() {
    return risk.isWrite() && !keyed;
  }
}
