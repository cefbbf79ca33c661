package dev.interlock.runner.tool.http;

import dev.interlock.runner.outcome.Signal.Obstacle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The credentials folder: one file for each key, as Kubernetes mounts a Secret. A file is read
/// anew for each request, so that a rotated secret counts at once and none is kept in memory. No
/// message of this class holds a part of a secret. Safe for any thread.
public final class CredentialFiles {
  /// The longest secret, in bytes.
  static final int MAX_BYTES = 64 * 1024;

  /// What Kubernetes allows as a key of a Secret, but for names of dots alone. Source:
  /// kubernetes.io/docs/concepts/configuration/secret.
  private static final Pattern KEY = Pattern.compile("(?!\\.\\.)(?!\\.$)[-._a-zA-Z0-9]{1,253}");

  private final Path folder;

  /// @param folder where the files are; it need not exist as long as no policy names a credential
  public CredentialFiles(Path folder) {
    this.folder = folder;
  }

  /// The secret in the file `key`, without the line break that ends it.
  ///
  /// @throws NotSentException when there is no such secret, or it cannot stand in a header
  String read(String key) throws NotSentException {
    if (!KEY.matcher(key).matches()) {
      throw missing(key, "is not a file name of letters, digits, '-', '_' and '.'");
    }
    String secret = withoutLineBreak(decode(key, bytes(key)));
    if (secret.isEmpty()) {
      throw missing(key, "is empty");
    }
    if (secret.chars().anyMatch(Character::isISOControl)) {
      throw missing(key, "holds a control character, so it cannot stand in a header");
    }
    return secret;
  }

  private byte[] bytes(String key) throws NotSentException {
    try (InputStream file = Files.newInputStream(folder.resolve(key))) {
      byte[] bytes = file.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw missing(key, "is longer than " + MAX_BYTES + " bytes");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw missing(key, "does not exist: add the key to the Secret mounted there");
    } catch (IOException e) {
      throw missing(key, "cannot be read (" + e.getClass().getSimpleName() + ")");
    }
  }

  private String decode(String key, byte[] bytes) throws NotSentException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw missing(key, "is not UTF-8 text");
    }
  }

  private static String withoutLineBreak(String text) {
    if (text.endsWith("\r\n")) {
      return text.substring(0, text.length() - 2);
    }
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private NotSentException missing(String key, String why) {
    return new NotSentException(
        Obstacle.CREDENTIAL_MISSING, "credential \"" + key + "\" in " + folder + " " + why);
  }
}
