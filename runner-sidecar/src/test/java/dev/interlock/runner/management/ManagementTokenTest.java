package dev.interlock.runner.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagementTokenTest {
  @TempDir private Path folder;

  @Test
  void onlyItsOwnerCanReadTheFileAndTheFolderMadeForIt() throws IOException {
    var made = folder.resolve("new");
    var file = made.resolve("management.token");

    ManagementToken.create("127.0.0.1:8687").write(file);

    assertThat(mode(file)).isEqualTo("rw-------");
    assertThat(mode(made)).isEqualTo("rwx------");
  }

  @Test
  void aFileThatOthersCouldReadIsReplacedByOneThatTheyCannot() throws IOException {
    var file = Files.writeString(folder.resolve("management.token"), "old");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

    ManagementToken.create("127.0.0.1:8687").write(file);

    assertThat(mode(file)).isEqualTo("rw-------");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    for (var address : new String[] {"127.0.0.1:8687", "[::1]:1", "localhost:65535"}) {
      var token = ManagementToken.create(address);
      var file = folder.resolve("management.token");
      token.write(file);

      assertThat(ManagementToken.read(file)).isEqualTo(token);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "one line", "secret\n127.0.0.1:1", "a\nb\nc"})
  void whatIsNoTokenIsNotRead(String content) throws IOException {
    var file = Files.writeString(folder.resolve("management.token"), content);

    assertThatThrownBy(() -> ManagementToken.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is not a runner's token file");
  }

  @Test
  void everyStartMakesAnotherSecretThatIsNeverPrinted() {
    var one = ManagementToken.create("127.0.0.1:1");
    var two = ManagementToken.create("127.0.0.1:1");

    assertThat(one.secret()).matches("[0-9a-f]{64}").isNotEqualTo(two.secret());
    assertThat(one.toString()).doesNotContain(one.secret());
    assertThat(one.matches(one.secret())).isTrue();
    assertThat(one.matches(two.secret())).isFalse();
    assertThat(one.matches("")).isFalse();
  }

  @Test
  void theFileIsBesideAFolderJournalAndElseNamedByTheAddress() {
    assertThat(ManagementToken.file("file:/var/lib/interlock", "127.0.0.1:8687"))
        .isEqualTo(Path.of("/var/lib/interlock/management.token"));
    assertThat(ManagementToken.file("memory:", "127.0.0.1:8687").toString())
        .endsWith(
            "interlock-%s/127.0.0.1_8687-management.token"
                .formatted(System.getProperty("user.name")));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
