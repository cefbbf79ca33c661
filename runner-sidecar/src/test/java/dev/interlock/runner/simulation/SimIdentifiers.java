package dev.interlock.runner.simulation;

import dev.interlock.runner.execution.Identifiers;
import dev.interlock.runner.operation.IdempotencyKey;
import dev.interlock.runner.operation.OperationId;
import java.util.HashMap;
import java.util.Map;

/// Identifiers that depend on the thread that asks for them, and not on what others do: an
/// operation is named after the call that made it.
final class SimIdentifiers implements Identifiers {
  private final World world;
  private final Map<String, Integer> operations = new HashMap<>();

  SimIdentifiers(World world) {
    this.world = world;
  }

  @Override
  public OperationId newOperation() {
    var call = world.scheduler.current().name().replaceAll("[^0-9]", "");
    int number = operations.merge(call, 1, Integer::sum);
    return new OperationId("op-%023d%03d".formatted(Long.parseLong(call), number));
  }

  /// The same without leading zeros, for names.
  static String brief(String text) {
    return text.replaceAll("op-0*", "op-");
  }

  @Override
  public IdempotencyKey newKey() {
    var random = dice().random();
    return new IdempotencyKey("%016x%016x".formatted(random.nextLong(), random.nextLong()));
  }

  @Override
  public double jitter() {
    return dice().random().nextDouble();
  }

  private Dice dice() {
    return world.dice(world.scheduler.current().name());
  }
}
