package dev.interlock.runner.provider;

import java.util.List;

/// What reading a model's message gave.
public sealed interface ProviderReading {

  /// The calls that it proposes, in its order; none when it only talks.
  record Calls(List<ProposedCall> calls) implements ProviderReading {
    public Calls {
      calls = List.copyOf(calls);
    }
  }

  /// The message is not of this provider's shape, or was cut off: none of its calls may run.
  ///
  /// @param field the path of the field that is wrong, as in `output[2].call_id`
  /// @param problem what is wrong with it and what to send instead
  record Unusable(String field, String problem) implements ProviderReading {

    /// Field and problem in one sentence.
    public String describe() {
      return field + " " + problem;
    }
  }
}
