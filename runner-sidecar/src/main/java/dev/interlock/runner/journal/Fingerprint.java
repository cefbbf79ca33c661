package dev.interlock.runner.journal;

import dev.interlock.runner.operation.Transition.Expected;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Hashes a transition: the first 128 bits of SHA-256 over all its parts, each with its length.
final class Fingerprint {
  private Fingerprint() {}

  static byte[] of(StoredTransition transition) {
    var out = new ByteWriter(2048);
    write(out, transition);
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(out.toBytes());
      return Arrays.copyOf(digest, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static void write(ByteWriter out, StoredTransition transition) {
    out.writeText(transition.id());
    switch (transition.expected()) {
      case Expected.Absent _ -> out.writeLong(0);
      case Expected.At(var version, var epoch) -> out.writeLong(version).writeLong(epoch);
    }
    var header = transition.header();
    out.writeText(header.state());
    text(out, header.ownership().owner());
    out.writeLong(header.ownership().epoch());
    text(out, header.due());
    out.writeBoolean(header.attention()).writeBoolean(header.terminal());
    text(out, header.keepFor());
    out.writeBlock(transition.content());
    out.writeInt(transition.events().size());
    transition.events().forEach(out::writeBlock);
    out.writeInt(transition.claims().size());
    transition.claims().forEach(claim -> text(out, claim));
    for (var counter : transition.counters()) {
      out.writeText(counter.counter()).writeLong(counter.add()).writeLong(counter.limit());
    }
  }

  private static void text(ByteWriter out, @Nullable Object part) {
    out.writeText(String.valueOf(part));
  }
}
