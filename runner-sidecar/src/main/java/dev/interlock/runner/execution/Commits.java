package dev.interlock.runner.execution;

import dev.interlock.runner.execution.CommitResult.ClaimHeld;
import dev.interlock.runner.execution.CommitResult.Committed;
import dev.interlock.runner.execution.CommitResult.Fenced;
import dev.interlock.runner.execution.CommitResult.Gone;
import dev.interlock.runner.execution.CommitResult.LimitReached;
import dev.interlock.runner.execution.CommitResult.VersionConflict;
import dev.interlock.runner.operation.Operation;
import dev.interlock.runner.operation.Snapshot;
import dev.interlock.runner.operation.Transition;
import dev.interlock.runner.operation.Transition.ClaimChange;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The engine's way to the journal: a commit whose fate is unknown is committed again, unchanged,
/// until its fate is known; every commit is told to the listeners.
final class Commits {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final Ports ports;
  private final Watch watch;
  private volatile Runnable freed = () -> {};

  Commits(Ports ports, Watch watch) {
    this.ports = ports;
    this.watch = watch;
  }

  /// Sets what runs after a commit that gave a lock or an in-flight place back.
  void onFreed(Runnable listener) {
    freed = listener;
  }

  /// One try. Throws `JournalUnavailableException` when the fate is unknown.
  CommitResult once(@Nullable Operation before, Transition transition) {
    var result = ports.journal().commit(transition);
    if (result instanceof Committed(var after)) {
      ports.listener().committed(before, transition.events(), after);
      watch.changed(after);
      if (givesBack(transition)) {
        freed.run();
      }
    }
    return result;
  }

  private static boolean givesBack(Transition transition) {
    return transition.claims().stream().anyMatch(ClaimChange.Release.class::isInstance)
        || transition.counters().stream().anyMatch(counter -> counter.add() < 0);
  }

  /// One try while a person or an agent waits. When its fate is unknown they are told so, and it is
  /// found out behind: what landed after all is handed to `landed`.
  CommitResult onceOrBehind(Operation before, Transition transition, Consumer<Snapshot> landed) {
    try {
      return once(before, transition);
    } catch (JournalUnavailableException e) {
      ports
          .timing()
          .start(
              "settle " + transition.id(),
              () -> {
                var result = untilKnown(before, transition);
                landed(result, transition).ifPresent(landed);
              });
      throw e;
    }
  }

  /// Tries until the fate is known, however long the journal is away.
  CommitResult untilKnown(@Nullable Operation before, Transition transition) {
    return patiently(() -> once(before, transition));
  }

  /// The operation after a transition that took it over. When the answer to the commit was lost,
  /// somebody may have moved the operation on before it was committed again: whoever has the new
  /// ownership knows that it landed.
  static Optional<Snapshot> landed(CommitResult result, Transition transition) {
    return switch (result) {
      case Committed(var after) -> Optional.of(after);
      case VersionConflict(var other) -> takenBy(other, transition);
      case Fenced(var other) -> takenBy(other, transition);
      case Gone _, ClaimHeld _, LimitReached _ -> Optional.empty();
    };
  }

  private static Optional<Snapshot> takenBy(Snapshot other, Transition transition) {
    boolean isTakeover =
        transition.expected() instanceof Transition.Expected.At(_, var epoch)
            && transition.ownership().epoch() > epoch
            && transition.ownership().owner() != null;
    return isTakeover && other.ownership().equals(transition.ownership())
        ? Optional.of(other)
        : Optional.empty();
  }

  /// Asks the journal until it answers, however long it is away.
  <T> T patiently(Supplier<T> request) {
    var pause = ports.timing().newWakeup();
    for (int failures = 1; ; failures++) {
      try {
        return request.get();
      } catch (JournalUnavailableException e) {
        pause.await(
            Backoff.delay(
                FIRST_PAUSE, LONGEST_PAUSE, failures, 0.5 + ports.identifiers().jitter() / 2));
      }
    }
  }

  /// Appends what `plan` makes of the operation as it is now; when somebody else (a cancel, late
  /// evidence) was faster, plans again on what that made of it.
  ///
  /// @param plan empty when nothing is left to do
  /// @return the operation afterwards
  /// @throws LostOwnershipException when another instance has taken over
  Snapshot update(Snapshot from, Function<Snapshot, Optional<Transition>> plan) {
    var current = from;
    while (true) {
      var transition = plan.apply(current);
      if (transition.isEmpty()) {
        return current;
      }
      switch (untilKnown(current.state(), transition.get())) {
        case Committed(var after) -> {
          return after;
        }
        case VersionConflict(var other) -> current = sameOwner(from, other);
        case Fenced(var other) -> throw new LostOwnershipException(other);
        case Gone _ -> throw new LostOwnershipException(null);
        case ClaimHeld held ->
            throw new IllegalStateException(from.id() + ": unexpected claim " + held.claim());
        case LimitReached reached ->
            throw new IllegalStateException(from.id() + ": unexpected limit " + reached.counter());
      }
    }
  }

  private static Snapshot sameOwner(Snapshot from, Snapshot other) {
    if (other.ownership().epoch() != from.ownership().epoch()) {
      throw new LostOwnershipException(other);
    }
    return other;
  }
}
