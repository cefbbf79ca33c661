package dev.interlock.runner.tool.http;

import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/// Which certificates upstreams may show: those that the JDK trusts, and the given ones. The host
/// name is always checked.
final class Trust {
  private Trust() {}

  /// @throws IllegalArgumentException when a file cannot be read or holds no certificate
  static ClientSSLOptions options(List<Path> extra, Duration handshakeTimeout) {
    var options = new ClientSSLOptions();
    options.setHostnameVerificationAlgorithm("HTTPS");
    options.setSslHandshakeTimeout(handshakeTimeout.toMillis());
    options.setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    if (!extra.isEmpty()) {
      options.setTrustOptions(TrustOptions.wrap(with(extra)));
    }
    return options;
  }

  private static TrustManagerFactory with(List<Path> extra) {
    Collection<Certificate> certificates = new ArrayList<>();
    for (Path file : extra) {
      certificates.addAll(read(file));
    }
    try {
      certificates.addAll(trustedByTheJdk());
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("trusted-" + number++, certificate);
      }
      return factory(store);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the JDK's certificates cannot be read", e);
    }
  }

  private static Collection<? extends Certificate> read(Path file) {
    try (InputStream pem = Files.newInputStream(file)) {
      var certificates = CertificateFactory.getInstance("X.509").generateCertificates(pem);
      if (certificates.isEmpty()) {
        throw new IllegalArgumentException("no certificate in " + file);
      }
      return certificates;
    } catch (IOException | CertificateException e) {
      throw new IllegalArgumentException(file + " must be a PEM file of certificates", e);
    }
  }

  private static List<X509Certificate> trustedByTheJdk() throws GeneralSecurityException {
    List<X509Certificate> trusted = new ArrayList<>();
    for (TrustManager manager : factory(null).getTrustManagers()) {
      if (manager instanceof X509TrustManager x509) {
        trusted.addAll(List.of(x509.getAcceptedIssuers()));
      }
    }
    return trusted;
  }

  private static TrustManagerFactory factory(@Nullable KeyStore store)
      throws GeneralSecurityException {
    var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }
}
