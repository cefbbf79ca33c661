package dev.interlock.runner.tool.http;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// Finds the addresses of a host. Asked once for each connection; the connection then goes to one
/// of exactly these addresses.
@FunctionalInterface
public interface NameResolution {
  /// Never blocks.
  ///
  /// @param host a name or an address in text
  /// @return at least one address, the preferred one first; fails with `UnknownHostException`
  CompletableFuture<List<InetAddress>> resolve(String host);
}
