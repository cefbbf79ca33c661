import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// HTTP/1.1 as cheap as it gets, so that what is measured is the runner: one keep-alive connection,
/// one request at a time, and an upstream that always answers the same.
final class Wire implements AutoCloseable {
  private static final String BODY = "{\"id\":\"ch_1\",\"status\":\"paid\"}";
  private static final byte[] ANSWER =
      "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
          .formatted(BODY.length(), BODY)
          .getBytes(StandardCharsets.US_ASCII);

  private final Socket socket;
  private final InputStream in;

  Wire(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream(), 8_192);
  }

  /// Posts a JSON body and returns the status and the body.
  String post(String path, String body) throws IOException {
    var request =
        "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(path, body.length(), body);
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return message(in);
  }

  /// Reads one message: its first line, a space, its body. Null at the end of the connection.
  private static String message(InputStream in) throws IOException {
    var first = line(in);
    if (first == null) {
      return null;
    }
    int length = 0;
    for (var line = line(in); line != null && !line.isEmpty(); line = line(in)) {
      if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
        length = Integer.parseInt(line.substring(15).strip());
      }
    }
    return first + " " + new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder(64);
    for (int read = in.read(); read >= 0; read = in.read()) {
      if (read == '\n') {
        return line.toString();
      }
      if (read != '\r') {
        line.append((char) read);
      }
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /// Starts the upstream; it ends with the process.
  static int startUpstream() throws IOException {
    var listening = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(() -> {
          while (true) {
            try {
              var connection = listening.accept();
              connection.setTcpNoDelay(true);
              Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException e) {
              return;
            }
          }
        });
    return listening.getLocalPort();
  }

  private static void serve(Socket connection) {
    try (connection) {
      var in = new BufferedInputStream(connection.getInputStream(), 8_192);
      while (message(in) != null) {
        connection.getOutputStream().write(ANSWER);
      }
    } catch (IOException e) {
      // The runner closed it.
    }
  }
}
