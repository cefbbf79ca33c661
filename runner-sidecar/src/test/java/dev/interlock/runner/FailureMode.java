package dev.interlock.runner;

import dev.interlock.runner.execution.Upstreams;
import dev.interlock.runner.testing.Conversation;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import java.util.function.UnaryOperator;

/// One row of the article's table.
///
/// @param name the row's name in the article, word for word
/// @param promise what the article expects of the trace, word for word
/// @param policy lines of the tool's spec besides what all tools here share
/// @param upstream how the upstream behaves
/// @param transport wraps the way to the upstream
/// @param play what happens
/// @param trace the whole trace of the operation behind call `c1`
/// @param effects how many effects the upstream committed
/// @param operations how many operations there are
record FailureMode(
    String name,
    String promise,
    String policy,
    Script upstream,
    UnaryOperator<Upstreams> transport,
    Play play,
    String trace,
    int effects,
    int operations) {

  /// What the model, the user and the people do.
  @FunctionalInterface
  interface Play {
    void run(Conversation conversation, ScriptedUpstream upstream) throws Exception;
  }

  static Builder row(String name, String promise) {
    return new Builder(name, promise);
  }

  @Override
  public String toString() {
    return name;
  }

  static final class Builder {
    private final String name;
    private final String promise;
    private String policy = "";
    private Script script = Script.always(500, "{}");
    private UnaryOperator<Upstreams> transport = UnaryOperator.identity();
    private Play play =
        (conversation, _) -> conversation.call("c1", "charge_card", "{\"order_id\":\"o-1\"}");
    private int operations = 1;

    private Builder(String name, String promise) {
      this.name = name;
      this.promise = promise;
    }

    Builder policy(String lines) {
      policy = lines;
      return this;
    }

    Builder upstream(Script behaviour) {
      script = behaviour;
      return this;
    }

    Builder transport(UnaryOperator<Upstreams> wrapper) {
      transport = wrapper;
      return this;
    }

    Builder play(Play what) {
      play = what;
      return this;
    }

    Builder operations(int number) {
      operations = number;
      return this;
    }

    FailureMode trace(int effects, String whole) {
      return new FailureMode(
          name, promise, policy, script, transport, play, whole, effects, operations);
    }
  }
}
