package dev.interlock.runner.tool.http;

import static dev.interlock.runner.tool.http.HttpClientUnderTest.names;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.overTls;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.post;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.interlock.runner.outcome.Signal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// TLS is verified: who is not who they say gets no byte of a request.
@Timeout(60)
class TlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();
  @TempDir private Path folder;
  private final AtomicInteger requests = new AtomicInteger();

  @Test
  void aCertificateThatIsTrustedIsAccepted() throws Exception {
    var certificate = make("good", "-ext", "san=dns:payments.example", "-validity", "10");
    assertThat(send(certificate, true, "payments.example")).isInstanceOf(Signal.Response.class);
    assertThat(requests).hasValue(1);
  }

  @Test
  void aCertificateThatNobodyVouchesForIsRefused() throws Exception {
    var certificate = make("self", "-ext", "san=dns:payments.example", "-validity", "10");
    assertRefused(send(certificate, false, "payments.example"));
  }

  @Test
  void aCertificateForAnotherNameIsRefused() throws Exception {
    var certificate = make("other", "-ext", "san=dns:evil.example", "-validity", "10");
    assertRefused(send(certificate, true, "payments.example"));
  }

  @Test
  void anExpiredCertificateIsRefused() throws Exception {
    assertThat(send(signed("fresh", "-validity", "5"), true, "payments.example"))
        .as("signed by the same authority, in its time")
        .isInstanceOf(Signal.Response.class);
    requests.set(0);
    assertRefused(
        send(signed("old", "-startdate", "-30d", "-validity", "5"), true, "payments.example"));
  }

  @Test
  void aServerThatSpeaksNoTlsIsRefused() throws Exception {
    try (var plain =
            dev.interlock.runner.testing.ScriptedUpstream.start((_, _, reply) -> reply.close());
        var client = client(List.of())) {
      assertRefused(
          client.send(overTls(post(plain.port()), "payments.example"), HttpClientUnderTest.SHORT));
      assertThat(plain.requests()).isEmpty();
    }
  }

  private void assertRefused(Signal signal) {
    assertThat(signal)
        .isInstanceOfSatisfying(
            Signal.NothingSent.class,
            nothing ->
                assertThat(nothing.obstacle())
                    .as(nothing.detail())
                    .isIn(Signal.Obstacle.TLS_FAILURE, Signal.Obstacle.CONNECT_TIMEOUT));
    assertThat(requests).hasValue(0);
  }

  private Signal send(String name, boolean trusted, String host) throws Exception {
    var server = serve(name);
    try (var client = client(trusted ? List.of(folder.resolve(name + ".pem")) : List.of())) {
      return client.send(overTls(post(server.getAddress().getPort()), host));
    } finally {
      server.stop(0);
    }
  }

  private static HttpClientUnderTest client(List<Path> trust) {
    return new HttpClientUnderTest(
        UpstreamSettings.DEFAULT.withExtraTrust(trust),
        Path.of("none"),
        names(InetAddress.getLoopbackAddress()));
  }

  private HttpsServer serve(String name) throws Exception {
    var store = KeyStore.getInstance(folder.resolve(name + ".p12").toFile(), PASSWORD);
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD);
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write(new byte[] {'{', '}'});
          exchange.close();
        });
    server.start();
    return server;
  }

  /// A self-signed certificate, as a key store and as PEM.
  private String make(String name, String... options) throws IOException, InterruptedException {
    var store = folder.resolve(name + ".p12").toString();
    var all =
        new ArrayList<>(
            List.of(
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-storepass",
                "changeit",
                "-keystore",
                store));
    all.addAll(List.of(options));
    keytool(all);
    keytool(
        List.of(
            "-exportcert",
            "-rfc",
            "-alias",
            "a",
            "-storepass",
            "changeit",
            "-keystore",
            store,
            "-file",
            folder.resolve(name + ".pem").toString()));
    assertThat(Files.readString(folder.resolve(name + ".pem"))).contains("BEGIN CERTIFICATE");
    return name;
  }

  /// A certificate signed by an authority of its own, which is what is trusted: the validity of an
  /// anchor itself is not checked.
  private String signed(String name, String... validity) throws IOException, InterruptedException {
    make(name + "-ca", "-ext", "bc:c", "-validity", "10");
    make(name, "-ext", "san=dns:payments.example", "-validity", "10");
    var request = folder.resolve(name + ".csr").toString();
    var certificate = folder.resolve(name + ".crt").toString();
    keytool(at(name, "a", "-certreq", "-file", request));
    var sign = at(name + "-ca", "a", "-gencert", "-infile", request, "-outfile", certificate);
    sign.addAll(List.of("-ext", "san=dns:payments.example"));
    sign.addAll(List.of(validity));
    keytool(sign);
    var authority = folder.resolve(name + "-ca.pem");
    keytool(at(name, "ca", "-importcert", "-noprompt", "-file", authority.toString()));
    keytool(at(name, "a", "-importcert", "-noprompt", "-file", certificate));
    Files.copy(authority, folder.resolve(name + ".pem"), StandardCopyOption.REPLACE_EXISTING);
    return name;
  }

  private List<String> at(String store, String alias, String verb, String... options) {
    var all =
        new ArrayList<>(
            List.of(
                verb,
                "-alias",
                alias,
                "-storepass",
                "changeit",
                "-keystore",
                folder.resolve(store + ".p12").toString()));
    all.addAll(List.of(options));
    return all;
  }

  private static void keytool(List<String> arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
    command.addAll(arguments);
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }
}
