package dev.interlock.runner.policy.load;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits until something may have changed in a folder. Where the system tells nothing (network file
/// systems, a limit on watches), it is only a clock: whoever waits has to look for himself.
final class FolderWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);
  private static final Duration QUIET = Duration.ofMillis(100);
  private static final int MOST_EVENTS = 50;

  private final Path folder;
  private final @Nullable WatchService service;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable WatchKey key;

  FolderWatch(Path folder) {
    this.folder = folder;
    this.service = service(folder);
  }

  private static @Nullable WatchService service(Path folder) {
    try {
      return folder.getFileSystem().newWatchService();
    } catch (IOException | UnsupportedOperationException e) {
      LOG.atInfo()
          .addKeyValue("folder", folder)
          .log("no file watches here, polling instead: {}", e);
      return null;
    }
  }

  /// Waits for changes to come to rest, or for the time to be over. One thread only.
  ///
  /// @return false once closed
  boolean await(Duration most) throws InterruptedException {
    if (closed.getCount() == 0) {
      return false;
    }
    try {
      register();
      if (service == null || key == null) {
        return !closed.await(most.toMillis(), TimeUnit.MILLISECONDS);
      }
      drain(service, most);
      return true;
    } catch (ClosedWatchServiceException _) {
      return false;
    }
  }

  /// Writing a file is several events; reading it after the first would find half of it.
  private void drain(WatchService events, Duration most) throws InterruptedException {
    var happened = events.poll(most.toMillis(), TimeUnit.MILLISECONDS);
    for (int i = 0; happened != null && i < MOST_EVENTS; i++) {
      happened.pollEvents();
      if (!happened.reset()) {
        key = null;
      }
      happened = events.poll(QUIET.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  /// Again whenever the folder itself was replaced.
  private void register() {
    if (service == null || (key != null && key.isValid())) {
      return;
    }
    try {
      key =
          folder.register(
              service,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_DELETE);
    } catch (IOException e) {
      key = null;
      LOG.atDebug().addKeyValue("folder", folder).log("folder cannot be watched: {}", e.toString());
    }
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      if (service != null) {
        service.close();
      }
    } catch (IOException e) {
      LOG.atWarn().addKeyValue("folder", folder).log("file watch does not close: {}", e.toString());
    }
  }
}
