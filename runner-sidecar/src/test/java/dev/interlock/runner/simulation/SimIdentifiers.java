package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.Identifiers;
import dev.interlock.runner.operation.IdempotencyKey;
import dev.interlock.runner.operation.OperationId;
import java.util.Random;

/// Ids, keys and jitter from the schedule's seed.
final class SimIdentifiers implements Identifiers {
  private final Random random;
  private int operations;

  SimIdentifiers(Random random) {
    this.random = random;
  }

  @Override
  public OperationId newOperation() {
    return new OperationId("op-%026d".formatted(++operations));
  }

  @Override
  public IdempotencyKey newKey() {
    return new IdempotencyKey("%016x%016x".formatted(random.nextLong(), random.nextLong()));
  }

  @Override
  public double jitter() {
    return random.nextDouble();
  }
}
