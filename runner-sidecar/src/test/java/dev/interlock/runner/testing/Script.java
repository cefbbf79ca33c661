package dev.interlock.runner.testing;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/// How a scripted upstream behaves.
@FunctionalInterface
public interface Script {
  /// Answers one request.
  ///
  /// @param number counts all requests of this upstream from 1
  void answer(int number, ReceivedRequest request, Reply reply)
      throws IOException, InterruptedException;

  /// Answers every request with this status and body; 2xx has an effect.
  static Script always(int status, String body) {
    return (_, _, reply) -> {
      if (status / 100 == 2) {
        reply.commit();
      }
      reply.json(status, body);
    };
  }

  /// The first request by the first script and so on; the last one goes on for ever.
  static Script inTurn(Script... scripts) {
    return (number, request, reply) ->
        scripts[Math.min(number, scripts.length) - 1].answer(number, request, reply);
  }

  /// The effect happens, and nobody hears of it.
  static Script commitThenSilence() {
    return (_, _, reply) -> reply.commit().silence();
  }

  /// The effect happens, and the connection is cut before any answer.
  static Script commitThenDrop() {
    return (_, _, reply) -> reply.commit().close();
  }

  /// GETs go to one script, everything else to another.
  static Script reads(Script reads, Script writes) {
    return (number, request, reply) ->
        (request.method().equals("GET") ? reads : writes).answer(number, request, reply);
  }

  /// Waits for the gate before each answer.
  static Script after(CountDownLatch gate, Script then) {
    return (number, request, reply) -> {
      gate.await();
      then.answer(number, request, reply);
    };
  }

  /// Honours idempotency keys: a key whose effect exists gets the second script.
  static Script keyed(String header, Script first, Script again) {
    return (number, request, reply) ->
        (reply.hadEffect(header) ? again : first).answer(number, request, reply);
  }
}
