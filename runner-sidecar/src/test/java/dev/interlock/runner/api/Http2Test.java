package dev.interlock.runner.api;

import static dev.interlock.runner.api.RunningDoor.PAY;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class Http2Test {
  @Test
  void callsOverHttp2AreAnswered(@TempDir Path folder) throws Exception {
    try (var door = RunningDoor.open(folder, PAY);
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      var target =
          URI.create("http://127.0.0.1:%d/v1/tools/charge_card/calls".formatted(door.port()));
      for (var call : new String[] {"c1", "c2"}) {
        var body = "{\"run_id\":\"r\",\"call_id\":\"%s\"}".formatted(call);
        var request =
            HttpRequest.newBuilder(target)
                .header("Content-Type", "application/json; charset=utf-8")
                .POST(BodyPublishers.ofString(body))
                .build();
        var answer = http.send(request, BodyHandlers.ofString());
        assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      }
      assertThat(door.upstream.effects()).hasSize(1);
    }
  }

  @Test
  void aClientThatSpeaksHttp2FromItsFirstByteIsAnswered(@TempDir Path folder) throws Exception {
    var vertx = Vertx.vertx();
    var options =
        new HttpClientOptions()
            .setProtocolVersion(HttpVersion.HTTP_2)
            .setHttp2ClearTextUpgrade(false);
    try (var door = RunningDoor.open(folder, PAY)) {
      var http = vertx.createHttpClient(options);
      var response =
          http.request(HttpMethod.GET, door.port(), "127.0.0.1", "/v1/tools")
              .compose(request -> request.send())
              .compose(answer ->
                  answer.body().map(body -> answer.version() + " " + answer.statusCode() + body))
              .toCompletionStage()
              .toCompletableFuture()
              .get();
      assertThat(response).startsWith("HTTP_2 200").contains("charge_card");
      var elsewhere =
          http.request(HttpMethod.GET, door.port(), "127.0.0.1", "/v1/tools")
              .compose(
                  request -> request.authority(HostAndPort.authority("evil.example", 80)).send())
              .map(answer -> answer.statusCode())
              .toCompletionStage()
              .toCompletableFuture()
              .get();
      assertThat(elsewhere).isEqualTo(403);
    } finally {
      vertx.close().await();
    }
  }
}
