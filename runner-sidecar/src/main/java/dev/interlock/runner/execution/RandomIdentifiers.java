package dev.interlock.runner.execution;

import com.github.f4b6a3.ulid.UlidCreator;
import dev.interlock.runner.operation.IdempotencyKey;
import dev.interlock.runner.operation.OperationId;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/// ULIDs for operations, `SecureRandom` for keys.
public final class RandomIdentifiers implements Identifiers {
  private final SecureRandom random = new SecureRandom();

  @Override
  public OperationId newOperation() {
    return new OperationId(
        "op-" + UlidCreator.getMonotonicUlid().toString().toLowerCase(Locale.ROOT));
  }

  @Override
  public IdempotencyKey newKey() {
    var bits = new byte[16];
    random.nextBytes(bits);
    return new IdempotencyKey(HexFormat.of().formatHex(bits));
  }

  @Override
  public double jitter() {
    return ThreadLocalRandom.current().nextDouble();
  }
}
