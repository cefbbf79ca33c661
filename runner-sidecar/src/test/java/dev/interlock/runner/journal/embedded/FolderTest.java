package dev.interlock.runner.journal.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.runner.execution.JournalUnavailableException;
import dev.interlock.runner.journal.Change;
import dev.interlock.runner.journal.JournalFolderException;
import dev.interlock.runner.journal.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Folders that cannot be used, each with a message that says what to do.
class FolderTest {
  @TempDir Path parent;
  private final ManualClock clock = new ManualClock();

  private AbstractThrowableAssert<?, ?> assertRefused(Path folder) {
    return assertThatThrownBy(() -> Folders.open(folder, clock, Folders.LAZY).close())
        .isInstanceOf(JournalFolderException.class)
        .hasMessageContaining(folder.toString());
  }

  private Path journal() {
    var folder = parent.resolve("journal");
    try (var journal = Folders.open(folder, clock, Folders.LAZY)) {
      journal.commit(Change.create(1).transition());
    }
    return folder;
  }

  @Test
  void aFolderIsMadeWithItsParents() {
    var folder = parent.resolve("a/b/c");
    Folders.open(folder, clock, Folders.LAZY).close();

    assertThat(folder).isDirectory();
  }

  @Test
  void aFileIsNoFolder() throws IOException {
    var file = Files.writeString(parent.resolve("file"), "x");

    assertRefused(file).hasMessageContaining("is a file: choose a folder for the journal");
    assertRefused(file.resolve("below"));
  }

  @Test
  void aFolderThatCannotBeWrittenToIsRefused() {
    var readOnly = Path.of("/sys/kernel");
    assumeTrue(Files.isDirectory(readOnly), "needs a folder that nobody may write to");
    var folder = readOnly.resolve("journal");
    assumeFalse(Files.exists(folder));

    assertRefused(folder).hasMessageContaining("or choose another folder");
  }

  @Test
  void aFolderInUseIsRefusedWithTheProcessThatHasIt() {
    var folder = parent.resolve("journal");
    try (var holder = Folders.open(folder, clock, Folders.LAZY)) {
      assertRefused(folder)
          .hasMessageContaining(
              "in use by process %d: stop it, or choose another folder",
              ProcessHandle.current().pid());
      holder.commit(Change.create(1).transition());
    }
    Folders.open(folder, clock, Folders.LAZY).close();
  }

  @Test
  void aFolderThatAnotherProcessUsesIsRefused() throws Exception {
    var folder = parent.resolve("journal");
    try (var holder = CommittingProcess.start(folder, 1)) {
      holder.awaitAcknowledgements(1);

      assertRefused(folder).hasMessageContaining("in use by process " + holder.pid());
    }
    Folders.open(folder, clock, Folders.LAZY).close();
  }

  @Test
  void aNewerFormatIsRefusedAndLeftAsItIs() throws IOException {
    var folder = journal();
    Files.writeString(folder.resolve("format"), "interlock-journal 2\n");
    var before = Files.readAllBytes(folder.resolve("store.mv"));

    assertRefused(folder)
        .hasMessageContaining("has format 2, this runner knows up to 1: start a newer runner");
    assertThat(folder.resolve("store.mv")).hasBinaryContent(before);
  }

  @Test
  void somebodyElsesFolderIsRefused() throws IOException {
    Files.writeString(parent.resolve("format"), "PNG");

    assertRefused(parent).hasMessageContaining("is not a journal: choose another folder");
  }

  @Test
  void dataWithoutAFormatIsRefused() throws IOException {
    var folder = journal();
    Files.delete(folder.resolve("format"));

    assertRefused(folder).hasMessageContaining("has data and no file 'format'");
  }

  @Test
  void aDamagedStoreIsRefused() throws IOException {
    var folder = journal();
    var store = folder.resolve("store.mv");
    Files.write(store, new byte[(int) Files.size(store)]);

    assertRefused(folder).hasMessageContaining("restore the folder from a backup");
  }

  @Test
  void aStoreThatIsGoneIsNotTakenForANewOne() throws IOException {
    var folder = journal();
    Files.delete(folder.resolve("store.mv"));

    assertRefused(folder).hasMessageContaining("restore the folder from a backup");
  }

  @Test
  void aClosedJournalSaysSo() {
    var journal = Folders.open(parent, clock, Folders.LAZY);
    journal.close();
    journal.close();

    assertThatThrownBy(() -> journal.commit(Change.create(1).transition()))
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessageContaining("is closed");
    assertThatThrownBy(() -> journal.find(Change.id(1)))
        .isInstanceOf(JournalUnavailableException.class);
  }
}
