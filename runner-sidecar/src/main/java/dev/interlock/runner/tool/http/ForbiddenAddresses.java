package dev.interlock.runner.tool.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;

/// Addresses that no tool may reach, whatever its policy and the name service say: link-local (it
/// holds the clouds' metadata services), the metadata addresses outside it, unspecified, broadcast
/// and multicast. Loopback and private addresses are allowed: upstreams live in the cluster.
final class ForbiddenAddresses {
  /// Metadata and credential services that are not link-local. AWS (IMDS and EKS pod identity over
  /// IPv6), Google Cloud over IPv6, Alibaba Cloud, Oracle Cloud, Azure's wire server.
  private static final Set<InetAddress> METADATA =
      Set.of(
          literal("fd00:ec2::254"),
          literal("fd00:ec2::23"),
          literal("fd20:ce::254"),
          literal("100.100.100.200"),
          literal("192.0.0.192"),
          literal("168.63.129.16"));

  private ForbiddenAddresses() {}

  /// Whether no connection may be made to this address. An IPv4 address inside an IPv6 one (mapped,
  /// compatible, NAT64, 6to4) counts as itself.
  static boolean contains(InetAddress address) {
    if (isForbidden(address)) {
      return true;
    }
    return address instanceof Inet6Address && hidesForbidden(address.getAddress());
  }

  private static boolean isForbidden(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean thisNetworkOrBroadcast =
        bytes.length == 4 && (bytes[0] == 0 || Arrays.equals(bytes, new byte[] {-1, -1, -1, -1}));
    return address.isLinkLocalAddress()
        || address.isAnyLocalAddress()
        || address.isMulticastAddress()
        || thisNetworkOrBroadcast
        || METADATA.contains(withoutScope(address));
  }

  private static boolean hidesForbidden(byte[] v6) {
    if (v6[0] == 0x20 && v6[1] == 0x02) { // 6to4, RFC 3056
      return isForbidden(embedded(v6, 2));
    }
    boolean nat64 = startsWith(v6, 0x00, 0x64, 0xff, 0x9b); // RFC 6052, RFC 8215
    boolean compatible = Arrays.equals(v6, 0, 12, new byte[12], 0, 12) && !isLoopback(v6);
    return (nat64 || compatible) && isForbidden(embedded(v6, 12));
  }

  private static boolean isLoopback(byte[] v6) {
    return v6[12] == 0 && v6[13] == 0 && v6[14] == 0 && v6[15] == 1;
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if ((bytes[i] & 0xff) != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  private static InetAddress embedded(byte[] v6, int offset) {
    return address(Arrays.copyOfRange(v6, offset, offset + 4));
  }

  private static InetAddress withoutScope(InetAddress address) {
    return address(address.getAddress());
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("an address has 4 or 16 bytes, got " + bytes.length, e);
    }
  }

  private static InetAddress literal(String text) {
    return InetAddress.ofLiteral(text);
  }
}
