package dev.interlock.runner.tool.http;

import static dev.interlock.runner.tool.http.HttpClientUnderTest.post;
import static dev.interlock.runner.tool.http.HttpClientUnderTest.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.outcome.Signal;
import dev.interlock.runner.policy.HttpRequest.Credential;
import dev.interlock.runner.testing.Script;
import dev.interlock.runner.testing.ScriptedUpstream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Secrets come from files, count as soon as they are rotated, and go nowhere but to their
/// upstream.
@Timeout(30)
class CredentialFilesTest {
  private static final String SECRET = "s3cr3t-value";
  @TempDir private Path folder;

  @Test
  void aRotatedSecretCountsAtOnce() throws IOException {
    var file = folder.resolve("token");
    Files.writeString(file, "first\n");
    try (var upstream = ScriptedUpstream.start(Script.always(200, "{}"));
        var client = client()) {
      var request = with(post(upstream.port()), new Credential.Bearer("token"));
      client.send(request);
      Files.writeString(file, "second\r\n");
      client.send(request);
      assertThat(upstream.requests())
          .extracting(seen -> seen.header("Authorization"))
          .containsExactly("Bearer first", "Bearer second");
    }
  }

  /// As the kubelet does it: the key is a link into a folder behind a link that is swapped at once.
  @Test
  void aSwappedMountIsFollowed() throws IOException {
    mount("one", "old");
    Files.createSymbolicLink(folder.resolve("token"), Path.of("..data", "token"));
    var files = new CredentialFiles(folder);
    assertThat(read(files, "token")).isEqualTo("old");
    mount("two", "new");
    assertThat(read(files, "token")).isEqualTo("new");
  }

  private void mount(String version, String secret) throws IOException {
    var data = Files.createDirectory(folder.resolve(".." + version));
    Files.writeString(data.resolve("token"), secret);
    var link = folder.resolve("..data_tmp");
    Files.createSymbolicLink(link, data.getFileName());
    Files.move(
        link,
        folder.resolve("..data"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  @Test
  void theOtherFormsStandWhereThePolicySays() throws IOException {
    Files.writeString(folder.resolve("token"), SECRET);
    try (var upstream = ScriptedUpstream.start(Script.always(200, "{}"));
        var client = client()) {
      client.send(with(post(upstream.port()), new Credential.InHeader("token", "X-Api-Key")));
      client.send(with(post(upstream.port()), new Credential.Basic("token", "user")));
      assertThat(upstream.requests().getFirst().header("X-Api-Key")).isEqualTo(SECRET);
      assertThat(upstream.requests().getLast().header("Authorization"))
          .isEqualTo("Basic dXNlcjpzM2NyM3QtdmFsdWU=");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nInjected: yes", "a\rb", "a\u0000b", "", "\n"})
  void aSecretThatCannotStandInAHeaderIsRefusedAndNotShown(String secret) throws IOException {
    Files.writeString(folder.resolve("token"), secret);
    assertThatThrownBy(() -> new CredentialFiles(folder).read("token"))
        .isInstanceOf(NotSentException.class)
        .hasMessageContaining("token")
        .hasMessageNotContaining("Injected");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "a/b", "..", ".", "", "..data"})
  void aKeyThatIsNoFileNameIsRefused(String key) {
    assertThatThrownBy(() -> new CredentialFiles(folder).read(key))
        .isInstanceOf(NotSentException.class);
  }

  @Test
  void aRedirectElsewhereDoesNotTakeTheSecretAlong() throws IOException {
    Files.writeString(folder.resolve("token"), SECRET);
    try (var other = ScriptedUpstream.start(Script.always(200, "{}"));
        var upstream =
            ScriptedUpstream.start(
                (_, _, reply) -> reply.respond(302, Map.of("Location", other.url() + "/x"), ""));
        var client = client()) {
      var request =
          with(HttpClientUnderTest.get(upstream.port(), true), new Credential.Bearer("token"));
      assertThat(client.send(request)).isInstanceOf(Signal.Response.class);
      assertThat(upstream.requests().getFirst().header("Authorization")).contains(SECRET);
      assertThat(other.requests()).hasSize(1);
      assertThat(List.of(other.requests().getFirst().headers().toString()))
          .noneMatch(headers -> headers.contains(SECRET));
    }
  }

  private HttpClientUnderTest client() {
    return new HttpClientUnderTest(UpstreamSettings.DEFAULT, folder, new SystemNames());
  }

  private static String read(CredentialFiles files, String key) {
    try {
      return files.read(key);
    } catch (NotSentException e) {
      throw new AssertionError(e);
    }
  }
}
