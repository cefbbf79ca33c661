package dev.interlock.runner.journal.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.Journal;
import dev.interlock.runner.journal.Change;
import dev.interlock.runner.journal.JournalFolderException;
import dev.interlock.runner.journal.ManualClock;
import dev.interlock.runner.operation.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Logs whose end was not written whole, and logs that were damaged later.
class TornLogTest {
  private static final int OPERATIONS = 10;

  @TempDir Path parent;
  private final ManualClock clock = new ManualClock();

  @SuppressWarnings("NullAway.Init")
  private Journal journal;

  private int pictures;

  @BeforeEach
  void commitALittle() {
    journal = Folders.open(parent.resolve("journal"), clock, Folders.LAZY);
    for (int i = 0; i < OPERATIONS; i++) {
      assertThat(journal.commit(Change.create(i).transition())).isInstanceOf(Committed.class);
    }
  }

  @AfterEach
  void close() {
    journal.close();
  }

  private Path picture() {
    return Folders.picture(parent.resolve("journal"), parent.resolve("picture" + pictures++));
  }

  /// The file of the log that holds the changes.
  private static Path file(Path folder) throws IOException {
    try (var files = Files.list(folder.resolve("log"))) {
      return files.filter(file -> last(file, "op-") > 0).findFirst().orElseThrow();
    }
  }

  private static int last(Path file, String text) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lastIndexOf(text);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void damage(Path file, int from, int length) throws IOException {
    var bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, from, from + length, (byte) 0x5a);
    Files.write(file, bytes);
  }

  private List<Integer> numbers(Journal opened) {
    return opened.list(Journal.Filter.ALL, 99).stream()
        .map(Snapshot::id)
        .map(id -> Integer.parseInt(id.value().substring(3)))
        .toList();
  }

  @Test
  void anUndamagedPictureHoldsEverything() {
    try (var opened = Folders.open(picture(), clock, Folders.LAZY)) {
      assertThat(numbers(opened)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }
  }

  @Test
  void aLastChangeThatWasNotWrittenWholeNeverWas() throws IOException {
    var folder = picture();
    var file = file(folder);
    damage(file, last(file, Change.id(9).value()), 3);

    try (var opened = Folders.open(folder, clock, Folders.LAZY)) {
      assertThat(numbers(opened)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8);
      assertThat(opened.commit(Change.create(9).transition())).isInstanceOf(Committed.class);
    }
    try (var opened = Folders.open(folder, clock, Folders.LAZY)) {
      assertThat(numbers(opened)).hasSize(OPERATIONS);
    }
  }

  @Test
  void aChangeThatWasAcknowledgedAndIsDamagedIsNotPassedOver() throws IOException {
    var folder = picture();
    var file = file(folder);
    damage(file, last(file, Change.id(4).value()), 3);

    assertThatThrownBy(() -> Folders.open(folder, clock, Folders.LAZY))
        .isInstanceOf(JournalFolderException.class)
        .hasMessageContaining("lost change 5, which was acknowledged: restore the folder");
  }

  @Test
  void aLogCutOffAnywhereHoldsAllUpToTheCutOrIsRefused() throws IOException {
    int end = last(file(picture()), Change.id(9).value());
    for (int cut = 0; cut < end; cut += Math.max(1, end / 25)) {
      var folder = picture();
      var file = file(folder);
      Files.write(file, Arrays.copyOf(Files.readAllBytes(file), cut));

      try (var opened = Folders.open(folder, clock, Folders.LAZY)) {
        var numbers = numbers(opened);
        assertThat(numbers)
            .isEqualTo(List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9).subList(0, numbers.size()));
        assertThat(opened.commit(Change.create(50).transition())).isInstanceOf(Committed.class);
      } catch (JournalFolderException e) {
        assertThat(e).hasMessageContaining("restore the folder from a backup");
      }
    }
  }

  @Test
  void whatFollowsATornEndIsNotMixedUpWithIt() throws IOException {
    var folder = picture();
    var file = file(folder);
    damage(file, last(file, Change.id(8).value()), 3);
    forgetAcknowledgements(folder);

    try (var opened = Folders.open(folder, clock, Folders.LAZY)) {
      assertThat(numbers(opened)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
      for (int i = 20; i < 23; i++) {
        opened.commit(Change.create(i).transition());
      }
      var next = Folders.picture(folder, parent.resolve("next"));
      try (var again = Folders.open(next, clock, Folders.LAZY)) {
        assertThat(numbers(again)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22);
      }
    }
  }

  /// As if 9 had been written at the same time as 8, before 8 was acknowledged.
  private static void forgetAcknowledgements(Path folder) throws IOException {
    var file = file(folder);
    var bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length - 64; at++) {
      rewriteFrame(bytes, at);
    }
    Files.write(file, bytes);
  }

  private static void rewriteFrame(byte[] bytes, int at) {
    // A record of the log: type, file, count, id, length, user type, then the frame.
    int length = java.nio.ByteBuffer.wrap(bytes).getInt(at);
    if (length < 30 || length > 10_000 || at + 5 + length > bytes.length) {
      return;
    }
    var frame = LogFrame.read(Arrays.copyOfRange(bytes, at + 5, at + 5 + length));
    if (frame != null) {
      var forgotten =
          new LogFrame(frame.sequence(), 0, frame.part(), frame.parts(), frame.content());
      System.arraycopy(forgotten.toBytes(), 0, bytes, at + 5, length);
    }
  }
}
