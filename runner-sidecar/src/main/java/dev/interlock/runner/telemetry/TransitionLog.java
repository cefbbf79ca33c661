package dev.interlock.runner.telemetry;

import dev.interlock.runner.execution.TransitionListener;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.OutcomeUnknown;
import dev.interlock.runner.operation.Operation.Recorded;
import dev.interlock.runner.operation.OperationEvent;
import dev.interlock.runner.operation.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/// The one place that logs transitions: what a person has to know at INFO or WARN, the rest at
/// DEBUG. Ids and names only, never arguments or results.
public final class TransitionLog implements TransitionListener {
  private static final Logger LOG = LoggerFactory.getLogger(TransitionLog.class);

  @Override
  public void committed(@Nullable Operation before, List<OperationEvent> events, Snapshot after) {
    switch (after.state()) {
      case OutcomeUnknown unknown when !(before instanceof OutcomeUnknown) ->
          line(LOG.atWarn(), after)
              .addKeyValue("code", unknown.code().wireName())
              .log("outcome unknown");
      case AwaitingApproval _ when !(before instanceof AwaitingApproval) ->
          line(LOG.atInfo(), after).log("approval requested");
      case Recorded recorded when !(before instanceof Recorded) ->
          recorded(line(LOG.atInfo(), after), recorded).log("outcome recorded");
      default -> line(LOG.atDebug(), after).log("committed");
    }
  }

  private static LoggingEventBuilder recorded(LoggingEventBuilder line, Recorded recorded) {
    var code = Outcomes.code(recorded.outcome());
    var builder =
        line.addKeyValue("outcome", Outcomes.name(recorded.outcome()))
            .addKeyValue("attempts", recorded.attempts());
    return code == null ? builder : builder.addKeyValue("code", code.wireName());
  }

  private static LoggingEventBuilder line(LoggingEventBuilder line, Snapshot after) {
    var call = after.state().basis().proposal().call();
    var builder =
        line.addKeyValue("operationId", after.id())
            .addKeyValue("runId", call.runId())
            .addKeyValue("callId", call.callId())
            .addKeyValue("tool", call.tool())
            .addKeyValue("state", after.state().stateName());
    return after.state() instanceof Executing executing
        ? builder.addKeyValue("attempt", executing.attempt())
        : builder;
  }
}
