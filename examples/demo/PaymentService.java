import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// A payment service over real HTTP. It charges, counts every charge, and honours idempotency keys
/// as real ones do: the same key gets the first answer again. Its first answer for some orders
/// never arrives; the charge is made all the same.
final class PaymentService implements AutoCloseable {
  /// What happens to the first answer.
  enum FirstAnswer {
    ARRIVES,
    /// The connection is closed after the charge.
    DROPPED,
    /// The connection stays silent after the charge.
    NEVER_COMES
  }

  private final HttpServer server;
  private final Map<String, FirstAnswer> scripts;
  private final Map<String, ObjectNode> byKey = new LinkedHashMap<>();
  private final Map<String, Integer> charges = new LinkedHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  PaymentService(Map<String, FirstAnswer> scripts) throws IOException {
    this.scripts = scripts;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/v1/charges", this::charge);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /// How many charges were made, by order.
  synchronized Map<String, Integer> charges() {
    return Map.copyOf(charges);
  }

  /// Waits until the order was charged.
  synchronized void awaitChargeOf(String order) throws InterruptedException {
    while (!charges.containsKey(order)) {
      wait();
    }
  }

  private void charge(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      exchange.sendResponseHeaders(405, -1);
      exchange.close();
      return;
    }
    var order = JsonMapper.shared().readTree(exchange.getRequestBody().readAllBytes());
    var key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    var id = order.path("order_id").asString();
    boolean first;
    ObjectNode charge;
    synchronized (this) {
      var known = key == null ? null : byKey.get(key);
      first = known == null && !charges.containsKey(id);
      charge = known == null ? commit(order) : known;
      if (known != null) {
        Story.payments(
            "the same key as before: %s exists, no second charge", known.path("id").asString());
      } else if (key != null) {
        byKey.put(key, charge);
      }
    }
    answer(
        exchange,
        charge,
        first ? scripts.getOrDefault(id, FirstAnswer.ARRIVES) : FirstAnswer.ARRIVES);
  }

  private ObjectNode commit(JsonNode order) {
    var id = order.path("order_id").asString();
    int count = charges.merge(id, 1, Integer::sum);
    notifyAll();
    Story.payments(
        "CHARGED %s for %s%s",
        Story.money(order), id, count > 1 ? "  <-- charge number " + count : "");
    return JsonMapper.shared()
        .createObjectNode()
        .put("id", "ch_" + charges.values().stream().mapToInt(n -> n).sum())
        .put("status", "paid")
        .put("order_id", id)
        .put("amount", order.path("amount").asInt())
        .put("currency", order.path("currency").asString());
  }

  private void answer(HttpExchange exchange, ObjectNode charge, FirstAnswer script)
      throws IOException {
    switch (script) {
      case ARRIVES -> {
        var body = charge.toString().getBytes();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(201, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
      }
      case DROPPED -> {
        Story.payments("the connection breaks before the answer is sent");
        exchange.close();
      }
      case NEVER_COMES -> {
        try {
          closed.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        exchange.close();
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
