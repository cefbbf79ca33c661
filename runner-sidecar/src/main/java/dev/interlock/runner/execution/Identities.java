package dev.interlock.runner.execution;

import dev.interlock.runner.operation.Basis.Intent;
import dev.interlock.runner.operation.Claim;
import dev.interlock.runner.operation.Transition.ClaimChange;
import dev.interlock.runner.policy.ToolContract;
import java.util.List;

/// When two calls are the same operation: by call id always, then as the policy's `identity` says.
final class Identities {
  private Identities() {}

  /// The claims that a new operation takes: whoever holds one of them already is the operation.
  static List<ClaimChange> claims(ToolContract contract, Intent intent) {
    var call = intent.proposal().call();
    var byCall = ofCall(intent);
    return switch (contract.identity().by()) {
      case CALL -> List.of(byCall);
      case INPUT ->
          List.of(
              byCall,
              new ClaimChange.Take(
                  new Claim.OfInput(call.runId(), call.tool(), intent.inputHash()), null));
      case KEY -> {
        var key = intent.businessKey();
        if (key == null) {
          throw new IllegalStateException(intent.proposal().id() + ": identity by key, and no key");
        }
        yield List.of(
            byCall,
            new ClaimChange.Take(
                new Claim.OfBusinessKey(call.tool(), key), contract.identity().window()));
      }
    };
  }

  private static ClaimChange ofCall(Intent intent) {
    var call = intent.proposal().call();
    return new ClaimChange.Take(new Claim.OfCall(call.runId(), call.callId()), null);
  }
}
