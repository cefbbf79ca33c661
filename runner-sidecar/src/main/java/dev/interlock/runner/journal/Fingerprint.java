package dev.interlock.runner.journal;

import dev.interlock.runner.operation.Transition.Expected;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Hashes a transition: the first 128 bits of SHA-256 over all its parts, each with its length.
final class Fingerprint {
  private Fingerprint() {}

  static byte[] of(StoredTransition transition) {
    var bytes = new ByteArrayOutputStream(1024);
    try (var out = new DataOutputStream(bytes)) {
      write(out, transition);
      var digest = MessageDigest.getInstance("SHA-256").digest(bytes.toByteArray());
      return Arrays.copyOf(digest, 16);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  private static void write(DataOutputStream out, StoredTransition transition) throws IOException {
    text(out, transition.id());
    switch (transition.expected()) {
      case Expected.Absent _ -> out.writeLong(0);
      case Expected.At(var version, var epoch) -> {
        out.writeLong(version);
        out.writeLong(epoch);
      }
    }
    var header = transition.header();
    text(out, header.state());
    text(out, header.ownership().owner());
    out.writeLong(header.ownership().epoch());
    text(out, header.due());
    out.writeBoolean(header.attention());
    out.writeBoolean(header.terminal());
    text(out, header.keepFor());
    bytes(out, transition.content());
    out.writeInt(transition.events().size());
    for (var event : transition.events()) {
      bytes(out, event);
    }
    out.writeInt(transition.claims().size());
    for (var claim : transition.claims()) {
      text(out, claim);
    }
    for (var counter : transition.counters()) {
      text(out, counter);
    }
  }

  private static void text(DataOutputStream out, @Nullable Object part) throws IOException {
    bytes(out, String.valueOf(part).getBytes(StandardCharsets.UTF_8));
  }

  private static void bytes(DataOutputStream out, byte[] part) throws IOException {
    out.writeInt(part.length);
    out.write(part);
  }
}
