package dev.interlock.runner.testing;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/// What a scripted upstream does with one request.
public final class Reply {
  private final ScriptedUpstream upstream;
  private final ReceivedRequest request;
  private final Socket connection;
  private final InputStream in;
  private boolean last;

  Reply(ScriptedUpstream upstream, ReceivedRequest request, Socket connection, InputStream in) {
    this.upstream = upstream;
    this.request = request;
    this.connection = connection;
    this.in = in;
  }

  /// The effect happens, whatever is answered.
  public Reply commit() {
    upstream.commit(request);
    return this;
  }

  /// Whether any request with the same value in this header had its effect.
  public boolean hadEffect(String header) {
    return upstream.hasEffect(header, String.valueOf(request.header(header)));
  }

  /// Whether any request had its effect.
  public boolean anyEffect() {
    return !upstream.effects().isEmpty();
  }

  /// A complete response with a JSON body; the connection stays open.
  public void json(int status, String body) throws IOException {
    respond(status, Map.of("Content-Type", "application/json"), body);
  }

  /// A complete response; the connection stays open.
  public void respond(int status, Map<String, String> headers, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    var all = new LinkedHashMap<>(headers);
    all.putIfAbsent("Content-Length", Integer.toString(bytes.length));
    var head = new StringBuilder("HTTP/1.1 " + status + " Scripted\r\n");
    all.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    raw(head.append("\r\n") + body);
  }

  /// These bytes, whatever they are.
  public void raw(String bytes) throws IOException {
    var out = connection.getOutputStream();
    out.write(bytes.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  /// Closes the connection in good order.
  public void close() throws IOException {
    last = true;
    connection.close();
  }

  /// Resets the connection.
  public void reset() throws IOException {
    connection.setSoLinger(true, 0);
    close();
  }

  /// Says nothing (more) until the peer gives up.
  public void silence() throws IOException {
    last = true;
    while (in.read() >= 0) {
      // A request that is pipelined behind a silent one is never answered either.
    }
  }

  boolean isLast() {
    return last;
  }
}
