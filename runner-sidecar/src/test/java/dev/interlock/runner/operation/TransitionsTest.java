package dev.interlock.runner.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.runner.operation.Operation.AwaitingApproval;
import dev.interlock.runner.operation.Operation.Executing;
import dev.interlock.runner.operation.Operation.Phase.BackingOff;
import dev.interlock.runner.operation.Operation.Phase.InFlight;
import dev.interlock.runner.operation.OperationEvent.AttemptStarted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TransitionsTest {
  private static final Path DOCUMENT = Path.of("../docs/state-machine.md");

  @Test
  void theTableInTheDocumentIsWhatTheCodeDoes() throws IOException {
    assertThat(Files.readString(DOCUMENT))
        .as("docs/state-machine.md must hold exactly this table:%n%s", table())
        .contains(table());
  }

  @Test
  void everyStateAndEveryEventHasASample() {
    assertThat(classes(Samples.states().values()))
        .containsExactlyInAnyOrderElementsOf(permitted(Operation.class));
    var events = classes(Samples.events().values());
    events.add(OperationEvent.CallProposed.class);
    assertThat(events).containsExactlyInAnyOrderElementsOf(permitted(OperationEvent.class));
  }

  @Test
  void aFinalOutcomeIsNeverReplaced() {
    for (var event : Samples.events().values()) {
      for (var state :
          List.<Operation>of(
              Samples.recorded(), new Operation.Reported(Samples.recorded(), true))) {
        try {
          assertThat(Transitions.apply(state, event).isTerminal()).isTrue();
        } catch (IllegalTransitionException e) {
          assertThat(e).hasMessageContaining("cannot follow state");
        }
      }
    }
  }

  @Test
  void anAttemptNeedsTheSameKeyTheNextNumberAndAPlaceWithinTheLimit() {
    var backingOff = new BackingOff(Samples.NOW, ToolErrorCode.UPSTREAM_UNAVAILABLE);
    var state = Samples.executing(backingOff, false);
    var otherKey = new IdempotencyKey("f".repeat(32));

    assertThat(Transitions.apply(state, started(Samples.KEY, 2))).isInstanceOf(Executing.class);
    for (var wrong :
        List.of(started(otherKey, 2), started(Samples.KEY, 1), started(Samples.KEY, 3))) {
      assertThatThrownBy(() -> Transitions.apply(state, wrong))
          .isInstanceOf(IllegalTransitionException.class);
    }
    var last =
        new Executing(Samples.intent(), Samples.KEY, 4, Samples.NOW, backingOff, false, false);
    assertThatThrownBy(() -> Transitions.apply(last, started(Samples.KEY, 5)))
        .as("maxAttempts is 4 over the whole life of the operation")
        .isInstanceOf(IllegalTransitionException.class);
  }

  @Test
  void noAttemptFollowsACancellation() {
    var cancelled =
        new Executing(
            Samples.intent(),
            Samples.KEY,
            1,
            Samples.NOW,
            new BackingOff(Samples.NOW, ToolErrorCode.UPSTREAM_UNAVAILABLE),
            false,
            true);
    assertThatThrownBy(() -> Transitions.apply(cancelled, started(Samples.KEY, 2)))
        .isInstanceOf(IllegalTransitionException.class);
  }

  @Test
  void anAttemptThatIsGivenUpInFlightMayHaveHadItsEffectUnlessItOnlyReads() {
    for (var risk : Risk.values()) {
      var state =
          new Executing(
              Samples.intent(risk), Samples.KEY, 1, Samples.NOW, Samples.inFlight(), false, false);
      var next = (Executing) Transitions.apply(state, started(Samples.KEY, 2));
      assertThat(next.mayHaveEffect()).as(risk.name()).isEqualTo(risk.isWrite());
      assertThat(next.phase()).isInstanceOf(InFlight.class);
    }
  }

  @Test
  void onlyAnApprovedOperationBegins() {
    var asked = new AwaitingApproval(Samples.intent(), Samples.request(), List.of());
    var denied =
        new AwaitingApproval(
            Samples.intent(), Samples.request(), List.of(Samples.decision("bob", false)));
    for (var state : List.of(asked, denied)) {
      assertThatThrownBy(() -> Transitions.apply(state, started(Samples.KEY, 1)))
          .isInstanceOf(IllegalTransitionException.class);
    }
  }

  @Test
  void onePersonDecidesOnceAndOnlyWhatWasAsked() {
    var asked = new AwaitingApproval(Samples.intent(), Samples.request(), List.of());
    var bob = new OperationEvent.ApprovalDecided(Samples.decision("bob", true));
    var decided = Transitions.apply(asked, bob);
    assertThatThrownBy(() -> Transitions.apply(decided, bob))
        .isInstanceOf(IllegalTransitionException.class);

    var given = Samples.decision("carol", true);
    var otherInput =
        new Approval.Decision(
            given.approver(),
            given.groups(),
            true,
            null,
            new InputHash("jcsx1:sha256:" + "b".repeat(64)),
            given.policyHash(),
            given.evidence(),
            given.at());
    assertThatThrownBy(
            () -> Transitions.apply(asked, new OperationEvent.ApprovalDecided(otherInput)))
        .isInstanceOf(IllegalTransitionException.class);
  }

  private static AttemptStarted started(IdempotencyKey key, int attempt) {
    return new AttemptStarted(key, attempt, Samples.OWNED, Samples.NOW, 5_000);
  }

  private static Set<Class<?>> classes(Iterable<?> values) {
    return new java.util.HashSet<>(
        java.util.stream.StreamSupport.stream(values.spliterator(), false)
            .<Class<?>>map(Object::getClass)
            .collect(Collectors.toSet()));
  }

  private static List<Class<?>> permitted(Class<?> type) {
    return Arrays.asList(type.getPermittedSubclasses());
  }

  /// Every sample state against every sample event, as Markdown.
  private static String table() {
    var text = new StringBuilder("| state | event | next state |\n| --- | --- | --- |\n");
    Samples.states()
        .forEach((name, state) ->
            Samples.events()
                .forEach((event, sample) -> {
                  var next = next(state, sample);
                  if (!next.isEmpty() && !next.equals(describe(state))) {
                    text.append("| %s | %s | %s |%n".formatted(name, event, next));
                  }
                }));
    return text.toString();
  }

  private static String next(Operation state, OperationEvent event) {
    try {
      return describe(Transitions.apply(state, event));
    } catch (IllegalTransitionException e) {
      return "";
    }
  }

  private static String describe(Operation state) {
    return switch (state) {
      case AwaitingApproval awaiting when awaiting.isApproved() -> "awaiting_approval (approved)";
      case Executing executing ->
          switch (executing.phase()) {
            case InFlight _ ->
                executing.cancelled() ? "executing (cancelled)" : "executing (in flight)";
            case BackingOff _ ->
                executing.cancelled() ? "executing (cancelled)" : "executing (backing off)";
          };
      default -> state.stateName();
    };
  }
}
