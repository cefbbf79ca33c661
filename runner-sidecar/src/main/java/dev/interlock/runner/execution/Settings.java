package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Agent;
import dev.interlock.runner.operation.InstanceId;
import java.time.Duration;

/// Who this runner is and how it keeps house.
///
/// @param instance new at every start
/// @param agent whom it serves
/// @param retention how long a finished operation is kept, at least the longest identity window
/// @param leaseTtl how long the others wait before they take over, 1 s..5 min. Renewed three times
///   within it; this instance stops sending after two thirds of it
/// @param recoveryFailures how often a recovery may fail before the operation is parked
public record Settings(
    InstanceId instance,
    Agent agent,
    Duration retention,
    Duration leaseTtl,
    int recoveryFailures) {}
