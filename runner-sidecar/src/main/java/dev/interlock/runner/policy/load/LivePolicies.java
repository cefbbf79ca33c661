package dev.interlock.runner.policy.load;

import dev.interlock.runner.policy.ToolPolicies;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The policies of a folder as they are now. A changed folder replaces the set as a whole or not at
/// all: what cannot be used leaves the last accepted set in force, and is told. Any thread may ask.
public final class LivePolicies implements Supplier<ToolPolicies>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LivePolicies.class);
  private static final int TRIES = 5;

  private final PolicyFiles files;
  private final Path folder;
  private final Consumer<Reload> listener;
  private final FolderWatch watch;
  private final Thread watcher;
  private volatile ToolPolicies current;
  private volatile @Nullable PoliciesRejectedException problem;
  private FolderState seen;

  private LivePolicies(PolicyFiles files, Path folder, Duration poll, Consumer<Reload> listener) {
    this.files = files;
    this.folder = folder;
    this.listener = listener;
    this.seen = FolderState.of(folder);
    this.current = firstOf(load(null));
    this.watch = new FolderWatch(folder);
    this.watcher = Thread.ofPlatform().daemon().name("policies").unstarted(() -> follow(poll));
  }

  /// Loads a folder and follows its changes until closed.
  ///
  /// @param poll how often the folder is looked at where the system tells nothing of changes
  /// @param listener told of every later load, on the thread that made it; must not block
  /// @throws PoliciesRejectedException when there is no usable set to begin with
  public static LivePolicies follow(
      PolicyFiles files, Path folder, Duration poll, Consumer<Reload> listener) {
    var live = new LivePolicies(files, folder, poll, listener);
    live.watcher.start();
    return live;
  }

  private ToolPolicies firstOf(Reload first) {
    return switch (first) {
      case Reload.Loaded(var policies) -> {
        tell(policies);
        yield policies;
      }
      case Reload.Rejected(var why) -> throw why;
      case Reload.Unchanged _ -> throw new IllegalStateException("nothing was in force before");
    };
  }

  private void tell(ToolPolicies policies) {
    if (policies.hash().equals(PolicySet.EMPTY.hash())) {
      LOG.warn("the folder {} holds no policies: no tool is offered to any agent", folder);
    } else {
      LOG.info("policies loaded folder={} hash={}", folder, policies.hash());
    }
  }

  /// The set in force.
  @Override
  public ToolPolicies get() {
    return current;
  }

  /// Why the folder, as it was when last looked at, is not in force; empty when it is.
  public Optional<String> lastProblem() {
    return Optional.ofNullable(problem).map(PoliciesRejectedException::getMessage);
  }

  /// Looks at the folder now, whether it seems changed or not.
  public synchronized Reload reload() {
    var result = load(current.hash());
    switch (result) {
      case Reload.Loaded(var policies) -> {
        current = policies;
        problem = null;
        tell(policies);
      }
      case Reload.Unchanged _ -> problem = null;
      case Reload.Rejected(var why) -> {
        problem = why;
        LOG.atError()
            .addKeyValue("inForce", current.hash())
            .log("policies rejected, the last accepted ones stay in force:\n{}", why.getMessage());
      }
    }
    listener.accept(result);
    return result;
  }

  /// A folder that changes while it is read could give half of the old and half of the new.
  private Reload load(@Nullable String inForce) {
    for (int i = 0; i < TRIES; i++) {
      seen = FolderState.of(folder);
      var result = read(inForce);
      if (FolderState.of(folder).equals(seen)) {
        return result;
      }
    }
    var message = "the folder keeps changing while it is read: it is read again when it rests";
    return new Reload.Rejected(
        new PoliciesRejectedException(List.of(new Problem(folder.toString(), 0, "", message))));
  }

  private Reload read(@Nullable String inForce) {
    try {
      var policies = files.load(folder);
      return policies.hash().equals(inForce) ? new Reload.Unchanged() : new Reload.Loaded(policies);
    } catch (PoliciesRejectedException e) {
      return new Reload.Rejected(e);
    }
  }

  private synchronized void reloadIfChanged() {
    if (!FolderState.of(folder).equals(seen)) {
      reload();
    }
  }

  private void follow(Duration poll) {
    try {
      while (watch.await(poll)) {
        lookAgain();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void lookAgain() {
    try {
      reloadIfChanged();
    } catch (RuntimeException e) {
      LOG.error("policies could not be looked at, the last accepted ones stay in force", e);
    }
  }

  /// Ends the watch; the set in force stays readable. No listener is called afterwards.
  @Override
  public void close() {
    watch.close();
    try {
      if (!Thread.currentThread().equals(watcher)) {
        watcher.join();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
