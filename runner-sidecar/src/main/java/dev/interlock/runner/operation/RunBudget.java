package dev.interlock.runner.operation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Limits of one run, each separate; the first to be reached stops it. `Long.MAX_VALUE` and an
/// absent duration mean that there is none; zero means zero.
///
/// @param maxSpend in micro-units of the currency
/// @param perTool calls of single tools, by name
public record RunBudget(
    long maxTurns,
    long maxToolCalls,
    @Nullable Duration maxDuration,
    long maxSpend,
    Map<String, Long> perTool) {

  /// No limits.
  public static final RunBudget NONE =
      new RunBudget(Long.MAX_VALUE, Long.MAX_VALUE, null, Long.MAX_VALUE, Map.of());

  public RunBudget {
    perTool = Map.copyOf(perTool);
  }

  /// The tighter of the two in each field.
  public RunBudget tightest(RunBudget other) {
    var calls = new HashMap<>(perTool);
    other.perTool.forEach((tool, limit) -> calls.merge(tool, limit, Math::min));
    return new RunBudget(
        Math.min(maxTurns, other.maxTurns),
        Math.min(maxToolCalls, other.maxToolCalls),
        shorter(maxDuration, other.maxDuration),
        Math.min(maxSpend, other.maxSpend),
        calls);
  }

  private static @Nullable Duration shorter(@Nullable Duration one, @Nullable Duration other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return one.compareTo(other) <= 0 ? one : other;
  }
}
