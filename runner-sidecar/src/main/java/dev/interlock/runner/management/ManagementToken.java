package dev.interlock.runner.management;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;

/// Who holds the runner's file may decide for people: 256 random bits, made at every start, in a
/// file that only its owner can read. The second line of the file is where the runner listens.
///
/// @param secret 64 hex digits; never logged
/// @param address `host:port` of the management port
public record ManagementToken(String secret, String address) {
  private static final String FILE = "management.token";

  /// A new token for a runner that listens at `address`.
  public static ManagementToken create(String address) {
    var bits = new byte[32];
    new SecureRandom().nextBytes(bits);
    return new ManagementToken(HexFormat.of().formatHex(bits), address);
  }

  /// Where the token of a runner is kept: beside a `file:` journal, else by its management address.
  public static Path file(String journal, String management) {
    if (journal.startsWith("file:")) {
      return Path.of(journal.substring("file:".length())).resolve(FILE);
    }
    var runtime = System.getenv("XDG_RUNTIME_DIR");
    var base = Path.of(runtime == null ? System.getProperty("java.io.tmpdir") : runtime);
    return base.resolve("interlock-" + System.getProperty("user.name"))
        .resolve(management.replaceAll("[^0-9A-Za-z.]", "_") + "-" + FILE);
  }

  /// Writes it, whole or not at all, readable by its owner alone.
  public void write(Path file) throws IOException {
    var folder = file.toAbsolutePath().getParent();
    Files.createDirectories(
        folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    var temporary =
        Files.createTempFile(
            folder,
            FILE,
            ".new",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(temporary, secret + "\n" + address + "\n");
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// Reads what a runner wrote.
  public static ManagementToken read(Path file) throws IOException {
    var lines = Files.readAllLines(file);
    if (lines.size() != 2
        || !lines.get(0).matches("[0-9a-f]{64}")
        || !lines.get(1).matches("[0-9A-Za-z.:\\[\\]-]+:[0-9]{1,5}")) {
      throw new IOException(file + " is not a runner's token file");
    }
    return new ManagementToken(lines.get(0), lines.get(1));
  }

  /// Compares in constant time, so that the answer's timing tells nothing.
  boolean matches(String given) {
    return MessageDigest.isEqual(
        secret.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "ManagementToken[address=" + address + "]";
  }
}
